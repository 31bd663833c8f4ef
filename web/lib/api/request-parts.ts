import { type CallInput, type Endpoint, pathOf } from '#contract/wire/endpoint.ts';

/** Bytes of a body, with 200 for each multipart boundary and part header. */
export function sizeOf(body: string | FormData | null): number {
  if (!(body instanceof FormData)) return new Blob([body ?? '']).size;
  return [...body].reduce((sum, [name, value]) => sum + new Blob([name, value]).size + 200, 0);
}

/** The path of a call with its query. */
export function addressOf<E extends Endpoint>(endpoint: E, input: CallInput<E>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.append(name, String(value));
  }
  const path = pathOf(endpoint, (input.params ?? {}) as Record<string, unknown>);
  return query.size > 0 ? `${path}?${query}` : path;
}
