import { toNestErrors } from '@hookform/resolvers';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { field } from '#contract/messages/general.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { failureCause } from '#web/lib/api/api.ts';
import { deleteFormDraft, readFormDraft } from '#web/lib/drafts/form-draft.ts';
import { unreadable } from '#web/lib/forms/form-values.ts';
import { errorMessage, setFieldErrors, tokenError } from '../error-messages.ts';
import { Waiting } from '../offline/outbox.ts';
import { toast } from '../toast.tsx';
import { useFormDraft } from './use-form-draft.ts';
import { useIdempotencyKey, useOnce } from './use-send-once.ts';

interface Versioned {
  version: number;
}

interface Reply {
  message: string;
}

interface RecordFormOptions<
  Row extends Versioned,
  Values extends FieldValues,
  Body extends FieldValues,
  R extends Reply,
> {
  /** The name of the draft on this device. */
  draft: string;
  /** The record to change, as loaded when the form opened; null to create one. */
  record: Row | null;
  idOf: (record: Row) => number;
  /** The form values of a record, or of a new one. */
  valuesOf: (record: Row | null) => Values;
  /** A function if it depends on other values or on the stored record. */
  schema: z.ZodMiniType<Body> | ((values: Values, record: Row | null) => z.ZodMiniType<Body>);
  /** Creates a record, or changes `record` against its version. Returns null when it was cancelled. */
  save: (body: Body, to: SaveTarget<Row>) => Promise<R | null>;
  /** The query to invalidate after each attempt. */
  queryKey: QueryKey;
  messages: {
    saveFailed: string;
    /** Wraps the error message; unchanged by default. */
    saveFailedBecause?: (reason: string) => string;
    /** Shown when no token is stored. */
    tokenMissing?: string;
    /** Shown when the record was deleted; without it that is an error like others. */
    gone?: string;
  };
  /** The message above the buttons about invalid values; none by default. */
  summaryOf?: (values: Values) => string | null;
  /** The input to keep when the user keeps the saved record; by default nothing. */
  keepOf?: (entered: Values, current: Row, base: Row | null) => Partial<Values>;
  onDirty?: (isDirty: boolean) => void;
  /** For a form that stays open and has the record's values: it shows those of now until somebody changes one. */
  followsRecord?: boolean;
  /** By default `onDone`, and the message of the reply as a toast. */
  onSaved?: (reply: R, saved: Saved<Row, Values>) => void;
  /**
   * Closes the form when the record was saved or deleted, or when its values wait on the device until the connection is
   * back; without it a form whose values wait is emptied.
   */
  onDone?: () => void;
}

/** For a form that stays open after saving. */
interface Saved<Row, Values> {
  values: Values;
  /** The changed record, as loaded; null for a new one. */
  base: Row | null;
  /** Makes the stored record the form's new base. */
  rebase: (current: Row) => void;
}

interface Failure {
  message: string;
  /** The fallback reason without a server message. */
  cause: string | null;
}

export interface SaveTarget<Row> {
  /** The record with the version to send; null to create one. */
  record: Row | null;
  /** The same for each retry. */
  idempotencyKey: string;
}

/**
 * The state of a form that creates or changes a record: values, version, conflict, retry, draft. Input survives errors and conflicts.
 */
export function useRecordForm<
  Row extends Versioned,
  Values extends FieldValues,
  Body extends FieldValues,
  R extends Reply = Reply,
>(options: RecordFormOptions<Row, Values, Body, R>) {
  const { draft, record, idOf, valuesOf, messages, onDirty } = options;
  const { onDone, onSaved = showAndClose } = options;
  const { saveFailed, saveFailedBecause = (reason: string) => reason, gone } = messages;
  const failureId = useId();
  const runOnce = useOnce();
  const key = useIdempotencyKey();
  const client = useQueryClient();
  const [stored] = useState(() => {
    const found = readFormDraft<Row, Values>(draft);
    const idOrNull = (row: Row | null) => row && idOf(row);
    return found && idOrNull(found.target) === idOrNull(record) ? found : null;
  });
  // The version that the form was filled from, so that a reloaded list can't hide a conflict.
  const [base, setBase] = useState(stored?.target ?? record);
  const [saved] = useState(() => valuesOf(base));
  // Not react-hook-form's isSubmitting, which a second submit resets while the first is running.
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isCancelled, setCancelled] = useState(false);
  const [conflict, setConflict] = useState<{ message: string; current: Row } | null>(null);
  // Half a date has no value, so only its control knows of it. Null until the form was sent.
  const element = useRef<HTMLFormElement>(null);
  const form = useForm<Values, unknown, Body>({
    resolver: (values, context, resolving) => {
      const { schema } = options;
      const its = typeof schema === 'function' ? schema(values, base) : schema;
      const unread = element.current ? unreadable(element.current) : [];
      return resolverOf<Values, Body>(its, unread)(values, context, resolving);
    },
    defaultValues: saved as DefaultValues<Values>,
    // web/lib/forms/first-error.ts does it for every form, in the order of the page.
    shouldFocusError: false,
  });
  const restored = useFormDraft({ name: draft, form, stored, base });
  const { isDirty } = form.formState;
  useLayoutEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);

  function clear() {
    toast.dismissAll();
    setFailure(null);
    setCancelled(false);
    setConflict(null);
    restored.closeAlert();
  }

  function showAndClose({ message }: Reply) {
    onDone?.();
    toast.show(message);
  }

  function refuse() {
    const summary = options.summaryOf?.(form.getValues());
    if (summary === undefined) return;
    clear();
    setFailure(summary === null ? null : { message: summary, cause: null });
  }

  const send = (to: Row | null) =>
    form.handleSubmit(
      (body) =>
        runOnce(async () => {
          clear();
          const fault = tokenError(messages.tokenMissing);
          if (fault) return setFailure({ message: saveFailedBecause(fault), cause: null });
          setSaving(true);
          try {
            const target = { record: to, idempotencyKey: key.current() };
            const reply = await options.save(body, target);
            if (reply) {
              key.renew();
              deleteFormDraft(draft);
              onSaved(reply, { values: form.getValues(), base: to, rebase });
            } else setCancelled(true);
          } catch (error) {
            if (error instanceof Waiting) wait(error, to);
            else fail(error);
          }
          setSaving(false);
          void client.invalidateQueries({ queryKey: options.queryKey });
        }),
      refuse,
    )();

  function wait({ message }: Waiting, to: Row | null) {
    key.renew();
    deleteFormDraft(draft);
    form.reset(to === null ? valuesOf(null) : form.getValues());
    toast.show(message, 'info');
    onDone?.();
  }

  function fail(error: unknown) {
    const { status, body } = error instanceof CallError ? error : { status: 0, body: null };
    // A plain conflict names another record.
    if (status === 409 && body?.current && body.code !== 'conflict') {
      setConflict({ message: body.error, current: body.current as Row });
    } else if (status === 404 && gone) {
      onDone?.();
      toast.show(gone, 'error');
    } else {
      // The key was used with other values whose response was lost.
      if (status === 422) key.renew();
      const message = errorMessage(error, saveFailed);
      // A message beside its control isn't repeated.
      if (setFieldErrors(form, error).includes(message)) return;
      const cause = messages.saveFailedBecause ? null : failureCause(error);
      setFailure({ message: saveFailedBecause(message), cause });
    }
  }

  /** Makes a stored record the form's base; `keep` stays as unsaved input. */
  function rebase(current: Row, keep: Partial<Values> = {}) {
    const stored = valuesOf(current);
    form.reset(stored);
    form.reset({ ...stored, ...keep }, { keepDefaultValues: true });
    setBase(current);
    setConflict(null);
  }

  const isBehind = record !== null && base !== null && record.version > base.version;
  useEffect(() => {
    const isUntouched = !isDirty && !isSaving && conflict === null;
    if (options.followsRecord && isBehind && isUntouched) rebase(record);
  });

  return {
    form,
    base,
    failure,
    /** The element that shows the failure. */
    failureId,
    /** Whether the last try was cancelled: nothing was stored. */
    isCancelled,
    conflict,
    isDirty,
    isSaving,
    rebase,
    /** Fills the form with its base again. */
    discard: () => {
      clear();
      if (base) rebase(base);
    },
    /** Whether the form opened with a draft. */
    isRestored: stored !== null,
    /** The alert about that draft. */
    restored,
    submit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      element.current = event.currentTarget;
      void send(base);
    },
    /** Overwrites the other user's change with the form. */
    overwrite: () => {
      if (!conflict) return;
      setBase(conflict.current);
      void send(conflict.current);
    },
    /** Fills the form with the other user's change. */
    keepSaved: () => {
      if (!conflict) return;
      const { current } = conflict;
      rebase(current, options.keepOf?.(form.getValues(), current, base));
    },
  };
}

/** Not the library's, which shows 'Invalid input' of a union's member instead of the union's message. */
function resolverOf<Values extends FieldValues, Body>(
  schema: z.ZodMiniType<Body>,
  unread: readonly string[],
): Resolver<Values, unknown, Body> {
  return (values, _, options) => {
    const { success, data, error } = schema.safeParse(values);
    if (success && unread.length === 0) return { values: data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const name of unread) errors[name] = { type: 'custom', message: field.date };
    for (const { path, code, message } of error?.issues ?? []) {
      errors[path.join('.')] ??= { type: code, message };
    }
    return { values: {}, errors: toNestErrors(errors as FieldErrors<Values>, options) };
  };
}

export type RecordFormState<
  Row extends Versioned,
  Values extends FieldValues,
  Body extends FieldValues,
> = ReturnType<typeof useRecordForm<Row, Values, Body>>;
