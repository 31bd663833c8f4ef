import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { general, publicForms } from '#contract/messages/general.ts';
import { formFailure, isRefusal } from '#web/lib/call-error.ts';
import { type FormChecks, useFormCheck } from '#web/lib/form-check.ts';
import { type FormValues, readForm } from '#web/lib/form-values.ts';
import { useLeaveWarning } from '#web/lib/leave-warning.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import type { ReturnedForm } from './posted-form.ts';

type Errors = Record<string, string>;

interface FormAlert {
  tone: 'error' | 'info';
  text: string;
  /** Offers to send again without changes. */
  canRetry?: boolean;
}

interface PublicFormOptions<Sent> {
  /** The draft's name on this device. */
  draft: string;
  /** The values of an empty form. */
  initial: FormValues;
  /** The form as the server returned it when it was posted without scripts and rejected. */
  returned?: ReturnedForm | null;
  checks: FormChecks;
  /** Errors that `checks` can't find because the value is a file. */
  fileErrors?: () => Promise<Errors>;
  /** The message above the form when fields have errors. */
  invalid?: (values: FormValues) => string;
  submitFailed: string;
  /** Rejects with a CallError, or with any error once the signal is aborted. */
  send: (values: FormValues, call: { key: string; signal: AbortSignal }) => Promise<Sent>;
  onSent: (sent: Sent) => void;
}

/** The state of a public form: draft, validation, sending, message. Input survives errors and lost connections. */
export function usePublicForm<Sent>(options: PublicFormOptions<Sent>) {
  const { initial, returned, invalid = () => general.invalid } = options;
  const form = useRef<HTMLFormElement>(null);
  /** What is shown above the fields. */
  const notices = useRef<HTMLDivElement>(null);
  /** Set from the press of the button to the end of the attempt. */
  const attempt = useRef<AbortController | null>(null);
  const [start, setStart] = useState({ values: returned?.values ?? initial, round: 0 });
  const [returnedAlert] = useState<FormAlert | null>(
    returned ? { tone: 'error', text: returned.message } : null,
  );
  const [alert, setAlert] = useState(returnedAlert);
  const [isBusy, setBusy] = useState(false);
  useLeaveWarning(isBusy);
  const draft = useDraft(
    options.draft,
    () => form.current && changedValues(readForm(form.current), initial),
  );
  const check = useFormCheck(form, options.checks, returned?.errors);

  const onAlert = useEffectEvent(() => {
    // An error of a field gets the focus (first-error.ts).
    if (Object.values(check.errors).some(Boolean)) return;
    notices.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (alert && alert !== returnedAlert) onAlert();
  }, [alert, returnedAlert]);

  const show = (errors: Errors, next: FormAlert | null) => {
    check.setErrors(errors);
    setAlert(next);
  };

  const send = async (values: FormValues, signal: AbortSignal) => {
    const errors = { ...check.all(), ...(await options.fileErrors?.()) };
    if (Object.keys(errors).length > 0) {
      show(errors, { tone: 'error', text: invalid(values) });
      return;
    }
    setBusy(true);
    show({}, null);
    draft.saveNow();
    const sent = await options.send(values, { key: draft.key(), signal });
    draft.clear();
    options.onSent(sent);
  };

  const fail = (error: unknown) => {
    const { status, fields, reason } = formFailure(error);
    if (isRefusal(status)) draft.renewKey();
    show(fields, {
      tone: 'error',
      // A one-time link that doesn't work is final, so don't suggest sending again.
      text: status === 404 ? reason : `${options.submitFailed} ${reason}`,
      canRetry: status === 0 || status >= 500 || status === 429,
    });
  };

  return {
    form,
    notices,
    start,
    alert,
    isBusy,
    draft,
    check,
    closeAlert: () => setAlert(null),
    cancel: () => attempt.current?.abort(),
    async submit() {
      if (!form.current || attempt.current) return;
      attempt.current = new AbortController();
      const { signal } = attempt.current;
      try {
        await send(readForm(form.current), signal);
      } catch (error) {
        if (signal.aborted) show({}, { tone: 'info', text: publicForms.cancelled });
        else fail(error);
      }
      attempt.current = null;
      setBusy(false);
    },
    /** Starts over with these values. */
    fill(values: FormValues) {
      show({}, null);
      setStart(({ round }) => ({ values: { ...initial, ...values }, round: round + 1 }));
    },
  };
}

export type PublicFormState = ReturnType<typeof usePublicForm>;

/** The values that differ from those of an empty form. */
function changedValues(values: FormValues, initial: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== initial[name]),
  );
}
