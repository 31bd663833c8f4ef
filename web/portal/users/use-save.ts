import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CallError } from '#contract/endpoint.ts';
import { users as text } from '#contract/messages/people.ts';
import type { User } from '#contract/users.ts';
import { putFieldErrors } from '../frame/form-errors.ts';
import { reasonOf } from '../frame/portal-query-client.ts';
import { hush, say } from '../frame/say.tsx';
import { useIdempotencyKey, useOnce } from '../frame/use-send-once.ts';
import { currentOf, HalfSaved, type Target } from './save-user.ts';
import { targetAt, withCurrent } from './user-conflict.ts';
import { bodiesOf, type UserValues, valuesOf } from './user-values.ts';
import { useFreshUser, useSaveUser } from './users.data.ts';

interface Conflict {
  message: string;
  current: Record<string, unknown>;
}

/** SPEC.md: a message looks like an error when it says so, or when the call failed. */
function toneOf(message: string) {
  return /error/i.test(message) ? 'error' : 'success';
}

/** Saves the form in two steps, and keeps what is needed to go on when one of them fails. */
export function useSave(form: UseFormReturn<UserValues>, user: User | null, onSaved: () => void) {
  const once = useOnce();
  const keys = { user: useIdempotencyKey(), employee: useIdempotencyKey() };
  const mutation = useSaveUser();
  const fresh = useFreshUser();
  const [target, setTarget] = useState<Target | null>(user);
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [opened] = useState(() => valuesOf(user));
  // What is stored, as far as we know.
  const stored = useRef(opened);

  const send = (at: Target | null) =>
    form.handleSubmit((values) =>
      once(async () => {
        hush();
        setFailure(null);
        setConflict(null);
        try {
          const said = await mutation.mutateAsync({
            target: at,
            bodies: bodiesOf(values, stored.current, opened),
            keys: { user: keys.user.current(), employee: keys.employee.current() },
          });
          say(said, toneOf(said));
          onSaved();
        } catch (error) {
          if (error instanceof HalfSaved) await halfSaved(error, at === null);
          else refused(error, keys.user.renew);
        }
      }),
    )();

  async function halfSaved({ target: made, cause }: HalfSaved, added: boolean) {
    const reason = reasonOf(cause, text.submitFailed);
    refused(cause, keys.employee.renew);
    setFailure(added ? text.halfAdded(reason) : text.halfUpdated(reason));
    // The password is stored: left in the form it would be set a second time.
    form.setValue('password', '');
    const now = made.employee_id === null ? await fresh(made.user_id) : null;
    if (now) stored.current = valuesOf(now);
    setTarget(now ?? made);
  }

  function refused(error: unknown, renewKey: () => void) {
    if (error instanceof CallError && error.status === 422) renewKey();
    const current = currentOf(error);
    if (current) {
      setConflict({ message: (error as CallError).body.error, current });
      return;
    }
    setFailure(reasonOf(error, text.submitFailed));
    putFieldErrors(form, error);
  }

  /** Goes on from the record as it is stored now. */
  function rebase(): Target | null {
    if (!conflict || !target) return target;
    const next = targetAt(target, conflict.current);
    stored.current = withCurrent(stored.current, conflict.current);
    setTarget(next);
    setConflict(null);
    setFailure(null);
    return next;
  }

  return {
    target,
    failure,
    conflict,
    busy: mutation.isPending,
    submit: () => send(target),
    /** Saves the form over what somebody else has saved. */
    overwrite: () => send(rebase()),
    /** Goes on with what is stored; the form is filled from it by the caller. */
    takeTheirs: () => void rebase(),
  };
}
