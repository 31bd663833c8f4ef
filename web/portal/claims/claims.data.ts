import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  type Claim,
  claimsEvent,
  getClaim,
  getClaimTotals,
  listClaims,
  updateClaim,
  updateClaimResponse,
} from '#contract/claims.ts';
import { notificationEvent } from '#contract/notifications.ts';
import { type BodyOf, CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { useLiveUpdates } from '../shared/live/live-updates.ts';
import { sendOrWait } from '../shared/offline/outbox-of.ts';

export const claimsKey = ['claims'];

export const claimsQuery = queryOptions({
  queryKey: [...claimsKey, 'list'],
  queryFn: ({ signal }) => call(listClaims, {}, { signal }),
  meta: { offline: true },
});

export const totalsQuery = queryOptions({
  queryKey: [...claimsKey, 'totals'],
  queryFn: ({ signal }) => call(getClaimTotals, {}, { signal }),
});

/** The claim of a damage; null while there is none. */
export const claimQuery = (damageId: number) =>
  queryOptions({
    queryKey: [...claimsKey, damageId],
    queryFn: ({ signal }) =>
      call(getClaim, { params: { id: damageId } }, { signal }).catch((error: unknown) => {
        if (error instanceof CallError && error.status === 404) return null;
        throw error;
      }),
    meta: { offline: true },
  });

/** Reloads the claims when one changes: the office is told so, a driver by a notification. */
export function useClaimUpdates(): void {
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: claimsKey });
  useLiveUpdates({ [claimsEvent]: reload, [notificationEvent]: reload });
}

interface Saved {
  message: string;
  /** The claim as it is stored now; null when it couldn't be loaded, and the list reloads it. */
  claim: Claim | null;
}

/** Null also when it can't be loaded: the change is stored all the same. */
function reload(client: QueryClient, damageId: number): Promise<Claim | null> {
  return client.fetchQuery({ ...claimQuery(damageId), staleTime: 0 }).catch(() => null);
}

export async function saveClaim(
  client: QueryClient,
  damageId: number,
  body: BodyOf<typeof updateClaim>,
): Promise<Saved> {
  const { message } = await call(updateClaim, { params: { id: damageId }, body });
  return { message, claim: await reload(client, damageId) };
}

export async function saveResponse(
  client: QueryClient,
  damageId: number,
  body: BodyOf<typeof updateClaimResponse>,
): Promise<Saved> {
  const { message } = await sendOrWait(client, updateClaimResponse, {
    params: { id: damageId },
    body,
  });
  return { message, claim: await reload(client, damageId) };
}
