import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { CallError } from '#contract/endpoint.ts';
import { users as messages } from '#contract/messages/users.ts';
import type { User } from '#contract/users.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { errorMessage, setFieldErrors } from '../shared/error-messages.ts';
import { toast } from '../shared/toast.tsx';
import { useIdempotencyKey, useOnce } from '../shared/use-send-once.ts';
import { useCurrentUser } from '../shared/users.data.ts';
import { currentOf, HalfSaved, type Target } from './save-user.ts';
import { targetAt, withCurrent } from './user-conflict.ts';
import {
  bodiesOf,
  roundedHours,
  type UserBodies,
  type UserValues,
  valuesOf,
} from './user-values.ts';
import { useFreshUser, useSaveUser } from './users.data.ts';

interface Conflict {
  message: string;
  current: Record<string, unknown>;
}

/** A message is styled as an error when it contains 'error' (U5) or the call failed. */
function toneOf(message: string) {
  return /error/i.test(message) ? 'error' : 'success';
}

/** What was saved in another way than it was typed, or is still under way. */
function notesOf(values: UserValues, bodies: UserBodies, isNew: boolean): string[] {
  const sendsLink = isNew && values.password === '';
  return [
    ...roundedHours(values, bodies),
    ...(sendsLink ? [messages.linkSent(values.user_email)] : []),
  ];
}

function demotion(username: string) {
  return {
    title: messages.confirmDemote(username),
    description: messages.demoteMeans,
    confirmLabel: 'Remove admin role',
    danger: true,
  };
}

/** Saves the form in two steps, and keeps what is needed to go on when one of them fails. */
export function useSave(
  form: UseFormReturn<UserValues>,
  user: User | null,
  onSaved: (userId: number) => void,
) {
  const once = useOnce();
  const confirm = useConfirm();
  const me = useCurrentUser(true);
  const keys = { user: useIdempotencyKey(), employee: useIdempotencyKey() };
  const mutation = useSaveUser();
  const fresh = useFreshUser();
  const [target, setTarget] = useState<Target | null>(user);
  // What a kept draft stands on: the user as read last, also after the first of the two steps.
  const [record, setRecord] = useState(user);
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [opened] = useState(() => valuesOf(user));
  // What is stored, as far as we know.
  const stored = useRef(opened);

  const send = (at: Target | null) =>
    form.handleSubmit((values) =>
      once(async () => {
        toast.dismissAll();
        setFailure(null);
        setConflict(null);
        if (demotes(at, values) && !(await confirm(demotion(values.username)))) return;
        const bodies = bodiesOf(values, stored.current, opened);
        try {
          const { message, userId } = await mutation.mutateAsync({
            target: at,
            bodies,
            keys: { user: keys.user.current(), employee: keys.employee.current() },
          });
          toast.show(message, toneOf(message));
          for (const note of notesOf(values, bodies, at === null)) toast.show(note, 'info');
          onSaved(userId);
        } catch (error) {
          if (error instanceof HalfSaved) await halfSaved(error, at === null);
          else refused(error, keys.user.renew);
        }
      }),
    )();

  /** Whether another admin loses the role; one's own is refused by the server. */
  function demotes(at: Target | null, { user_role }: UserValues): boolean {
    const other = at !== null && at.user_id !== me.data?.user_id;
    return other && stored.current.user_role === 'admin' && user_role === 'employee';
  }

  async function halfSaved({ target: made, cause }: HalfSaved, added: boolean) {
    const reason = errorMessage(cause, messages.submitFailed);
    refused(cause, keys.employee.renew);
    // The first call has written a linked employee's fields too; only the second's answer is missing.
    const updated = made.employee_id === null ? messages.halfUpdated : messages.halfConfirmed;
    setFailure(added ? messages.halfAdded(reason) : updated(reason));
    // The password is stored: left in the form it would be set a second time.
    form.setValue('password', '');
    const now = made.employee_id === null ? await fresh(made.user_id) : null;
    if (now) {
      stored.current = valuesOf(now);
      setRecord(now);
    }
    setTarget(now ?? made);
  }

  function refused(error: unknown, renewKey: () => void) {
    if (error instanceof CallError && error.status === 422) renewKey();
    const current = currentOf(error);
    if (current) {
      setConflict({ message: (error as CallError).body.error, current });
      return;
    }
    setFailure(errorMessage(error, messages.submitFailed));
    setFieldErrors(form, error);
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
    record,
    failure,
    conflict,
    busy: mutation.isPending,
    submit: () => send(target),
    /** Saves the form over what somebody else has saved. */
    overwrite: () => send(rebase()),
    /** Goes on with what is stored; the form is filled from it by the caller. */
    keepSaved: () => void rebase(),
  };
}
