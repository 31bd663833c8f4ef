import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { getClaim, listClaims } from '#contract/claims.ts';
import { createDamage, type Damage, listDamages, updateDamage } from '#contract/damages.ts';
import { damages as messages } from '#contract/messages/damages.ts';
import { notificationEvent } from '#contract/notifications.ts';
import type { Role } from '#contract/wire/access.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { useLiveUpdates } from '../shared/live/live-updates.ts';
import { currentUserQuery, useCurrentUser } from '../shared/people/current-user.data.ts';
import type { SaveTarget } from '../shared/records/use-record-form.ts';

export const damagesKey = ['damages'];

/** An employee's id is undefined for admins, and for users without an employee record. */
const damagesQuery = (role: Role, employeeId: number | undefined) =>
  queryOptions({
    queryKey: [...damagesKey, role, employeeId],
    queryFn: ({ signal }) => call(listDamages, { query: { employee_id: employeeId } }, { signal }),
    meta: { offline: true },
  });

/** Starts the request of `useDamages`. */
export async function ensureDamages(client: QueryClient, role: Role): Promise<void> {
  const user = role === 'employee' ? await client.ensureQueryData(currentUserQuery) : null;
  await client.ensureQueryData(damagesQuery(role, user?.employee_id ?? undefined));
}

/** Damages, newest date first: all for admins, their own for employees, whom a notification tells of a change. */
export function useDamages(role: Role) {
  const client = useQueryClient();
  useLiveUpdates({
    [notificationEvent]: () => client.invalidateQueries({ queryKey: damagesKey }),
  });
  const isEmployee = role === 'employee';
  const user = useCurrentUser(isEmployee);
  // An admin with an employee record still sees every damage.
  const employeeId = isEmployee ? (user.data?.employee_id ?? undefined) : undefined;
  return useQuery({
    ...damagesQuery(role, employeeId),
    // The server filters by the token, so a failed user request must not hide the list.
    enabled: !isEmployee || !user.isPending,
  });
}

export function saveDamage(
  body: BodyOf<typeof createDamage>,
  { record, idempotencyKey }: SaveTarget<Damage>,
): Promise<{ message: string }> {
  if (record === null) return call(createDamage, { body }, { idempotencyKey });
  const params = { id: record.damage_id };
  return call(updateDamage, { params, body: { ...body, version: record.version } });
}

/** What the deletion of a damage takes along; '' without a claim. */
export async function lossesOf({ damage_id, employee_id }: Damage): Promise<string> {
  try {
    const claims = await call(listClaims, { query: { employee_id } });
    if (!claims.some((claim) => claim.damage_id === damage_id)) return '';
    const { photos } = await call(getClaim, { params: { id: damage_id } });
    return messages.losesClaim(photos.length);
  } catch {
    return messages.mayLoseClaim;
  }
}
