import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { createDamage, type Damage } from '#contract/damages.ts';
import { CallError } from '#contract/endpoint.ts';
import { damages as text } from '#contract/messages/damages.ts';
import type { Employee } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConflictNotice } from '../frame/conflict-notice.tsx';
import { putFieldErrors } from '../frame/form-errors.ts';
import { reasonOf } from '../frame/portal-query-client.ts';
import { hush, say } from '../frame/say.tsx';
import { tokenFault } from '../frame/token-fault.ts';
import { useIdempotencyKey, useOnce } from '../frame/use-send-once.ts';
import {
  type DamageValues,
  differencesOf,
  employeeName,
  newValues,
  valuesOf,
} from './damage-conflict.ts';
import { DamageFields } from './damage-fields.tsx';
import { useSaveDamage } from './damages.data.ts';

type Sent = z.output<(typeof createDamage)['body']>;

const resolver = zodResolver(createDamage.body) as unknown as Resolver<DamageValues, unknown, Sent>;

interface DamageFormProps {
  /** The damage to change, null to add one. */
  damage: Damage | null;
  employees: readonly Employee[];
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}

/** Adds a damage or changes one; nothing typed is lost to an error or to somebody else's change. */
export function DamageForm({ damage, employees, onDirty, onCancel, onDone }: DamageFormProps) {
  const once = useOnce();
  const key = useIdempotencyKey();
  const save = useSaveDamage();
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<{ message: string; current: Damage } | null>(null);
  const [version, setVersion] = useState(damage?.version ?? 0);
  const form = useForm({
    resolver,
    defaultValues: damage ? valuesOf(damage) : newValues(employees),
  });
  const { isDirty } = form.formState;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const choices = employees.map((employee) => ({
    value: String(employee.employee_id),
    label: employeeName(employee),
  }));
  if (damage && !choices.some(({ value }) => value === String(damage.employee_id))) {
    // Somebody who has left stays on what is written down about them.
    const label = damage.employee_name || text.unknownEmployee;
    choices.push({ value: String(damage.employee_id), label });
  }

  const send = (readAt: number) =>
    form.handleSubmit((values) =>
      once(async () => {
        hush();
        setFailure(null);
        setConflict(null);
        const fault = tokenFault();
        if (fault) return setFailure(text.saveFailedBecause(fault));
        try {
          const target = damage && { id: damage.damage_id, version: readAt };
          await save.mutateAsync({ target, values, idempotencyKey: key.current() });
          onDone();
          say(damage ? text.updated : text.added);
        } catch (error) {
          refused(error);
        }
      }),
    )();

  function refused(error: unknown) {
    const status = error instanceof CallError ? error.status : 0;
    if (error instanceof CallError && status === 409 && error.body.current) {
      setConflict({ message: error.body.error, current: error.body.current as Damage });
      return;
    }
    if (status === 404 && damage) {
      onDone();
      say(text.gone, 'error');
      return;
    }
    if (status === 422) key.renew();
    setFailure(text.saveFailedBecause(reasonOf(error, text.saveFailed)));
    putFieldErrors(form, error);
  }

  return (
    <form
      className="grid gap-4 pb-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(version);
      }}
    >
      <DamageFields choices={choices} form={form} />
      {failure && <Notice tone="error">{failure}</Notice>}
      {conflict && (
        <ConflictNotice
          differences={differencesOf(
            conflict.current,
            form.getValues(),
            (id) =>
              choices.find(({ value }) => value === id)?.label ?? conflict.current.employee_name,
          )}
          message={conflict.message}
          onMine={() => {
            setVersion(conflict.current.version);
            void send(conflict.current.version);
          }}
          onTheirs={() => {
            form.reset(valuesOf(conflict.current));
            setVersion(conflict.current.version);
            setConflict(null);
          }}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-4">
        <Button onClick={onCancel} variant="quiet">
          Cancel
        </Button>
        <Button busy={save.isPending} type="submit">
          Save
        </Button>
      </div>
    </form>
  );
}
