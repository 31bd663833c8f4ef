import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { listPasskeys, removePasskey } from '#contract/passkeys.ts';
import { createRecoveryCodes } from '#contract/second-factors.ts';
import { endOtherSessions, endSession, listSessions } from '#contract/session.ts';
import { confirmTotp, getTotp, removeTotp, startTotp } from '#contract/totp.ts';
import type { CallInput } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { addPasskey } from '#web/lib/session/passkeys.ts';

/** The caller's password, or a code. */
export type Proof = NonNullable<CallInput<typeof createRecoveryCodes>['body']>;

const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: ({ signal }) => call(listPasskeys, {}, { signal }),
});
const totpQuery = queryOptions({
  queryKey: ['totp'],
  queryFn: ({ signal }) => call(getTotp, {}, { signal }),
});
const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listSessions, {}, { signal }),
});

export const usePasskeys = () => useQuery(passkeysQuery);
export const useTotp = () => useQuery(totpQuery);
export const useSessions = () => useQuery(sessionsQuery);

/** A change of the second factors. Reloads everything: before the first one an admin may load nothing else. */
function useFactorChange<Input, Reply>(change: (input: Input) => Promise<Reply>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => void client.invalidateQueries(),
  });
}

export function useAddPasskey() {
  return useFactorChange(({ name, proof }: { name: string; proof: Proof }) =>
    addPasskey(name, proof),
  );
}

export function useRemovePasskey() {
  return useFactorChange(({ id, proof }: { id: number; proof: Proof }) =>
    call(removePasskey, { params: { id }, body: proof }),
  );
}

export function useStartTotp() {
  return useMutation({ mutationFn: (proof: Proof) => call(startTotp, { body: proof }) });
}

export function useConfirmTotp() {
  return useFactorChange((otp: string) => call(confirmTotp, { body: { otp } }));
}

export function useRemoveTotp() {
  return useFactorChange((proof: Proof) => call(removeTotp, { body: proof }));
}

export function useCreateRecoveryCodes() {
  return useFactorChange((proof: Proof) => call(createRecoveryCodes, { body: proof }));
}

export function useEndSession() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(endSession, { params: { id } }),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
}

export function useEndOtherSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(endOtherSessions),
    onSettled: () => client.invalidateQueries(sessionsQuery),
  });
}
