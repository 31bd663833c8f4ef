/** What the log is searched by, as the wire and the address name it; '' is not asked. */
export const filterNames = ['user_id', 'target_kind', 'target_id', 'action', 'from', 'to'] as const;

export type AuditFilter = Record<(typeof filterNames)[number], string>;

/** The search that an address holds, so that it can be linked to and survives a reload. */
export function filterOf(address: URLSearchParams): AuditFilter {
  return Object.fromEntries(
    filterNames.map((name) => [name, address.get(name) ?? '']),
  ) as AuditFilter;
}

/** The address's part for a search. */
export function addressOf(filter: AuditFilter): URLSearchParams {
  return new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== ''));
}
