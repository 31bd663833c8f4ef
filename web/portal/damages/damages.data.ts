import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { createDamage, deleteDamage, listDamages, updateDamage } from '#contract/damages.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { listEmployees } from '#contract/users.ts';
import { call } from '#web/lib/api.ts';
import { useCurrentUser } from '../frame/current-user.data.ts';

const damagesKey = ['damages'];

/** Damages, newest date first: an admin's all, an employee's own. */
export function useDamages(role: 'admin' | 'employee') {
  const user = useCurrentUser(role === 'employee');
  const employeeId = user.data?.employee_id ?? undefined;
  return useQuery({
    queryKey: [...damagesKey, role, employeeId],
    // An admin has no record to wait for.
    enabled: role === 'admin' || user.data !== undefined,
    queryFn: ({ signal }) => call(listDamages, { query: { employee_id: employeeId } }, { signal }),
  });
}

const employeesQuery = queryOptions({
  queryKey: ['employees'],
  queryFn: ({ signal }) => call(listEmployees, {}, { signal }),
});

/** Whom a damage can be put down to. */
export function useEmployeeChoices() {
  return useQuery(employeesQuery);
}

interface DamageToSave {
  /** The damage that is changed and the version it was read at; null for a new one. */
  target: { id: number; version: number } | null;
  values: BodyOf<typeof createDamage>;
  idempotencyKey: string;
}

/** Adds a damage or changes one; the list is read again whatever comes of it. */
export function useSaveDamage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ target, values, idempotencyKey }: DamageToSave) => {
      if (target === null) return call(createDamage, { body: values }, { idempotencyKey });
      const body = { ...values, version: target.version };
      return call(updateDamage, { params: { id: target.id }, body });
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: damagesKey });
    },
  });
}

/** Deletes a damage. */
export function useDeleteDamage() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteDamage, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: damagesKey }),
  });
}
