import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { general, publicForms } from '#contract/messages/general.ts';
import { t } from '#contract/text/languages.ts';
import { formFailure, isRefusal } from '#web/lib/api/call-error.ts';
import { useDraft } from '#web/lib/drafts/use-draft.ts';
import { type FormChecks, useFormCheck } from '#web/lib/forms/form-check.ts';
import { type FormValues, readForm, typedIn } from '#web/lib/forms/form-values.ts';
import { useLeaveWarning } from '#web/lib/navigation/leave-warning.ts';
import type { ReturnedForm } from './posted-form.ts';

type Errors = Record<string, string>;

const loadFailed = () =>
  t(
    "Couldn't load the form. Your input is saved; check your connection and try again.",
    'No se pudo cargar el formulario. Lo que escribió está guardado; revise su conexión e inténtelo de nuevo.',
  );

interface FormAlert {
  tone: 'error' | 'info';
  text: string;
  /** Offers to send again without changes. */
  canRetry?: boolean;
  /** By default 'Send again'. */
  retryLabel?: string | undefined;
}

interface PublicFormOptions<Calls extends FormChecks, Sent> {
  /** The draft's name on this device. */
  draft: string;
  /** The values of an empty form. */
  initial: FormValues;
  /** The form as the server returned it when it was posted without scripts and rejected. */
  returned?: ReturnedForm | null;
  /** Loads what checks and sends the form: the schemas and the API client weigh more than the page. */
  load: () => Promise<Calls>;
  /** Errors that the checks can't find because the value is a file. */
  fileErrors?: (calls: Calls) => Promise<Errors>;
  /** The message above the form when fields have errors. */
  invalid?: (values: FormValues) => string;
  submitFailed: string;
  /** Prepares another attempt after a refusal with this code, and names its button; by default there is none. */
  offerRetry?: (code: string) => string | undefined;
  /** Rejects with a CallError, or with any error once the signal is aborted. */
  send: (
    calls: Calls,
    values: FormValues,
    call: { key: string; signal: AbortSignal },
  ) => Promise<Sent>;
  onSent: (sent: Sent) => void;
}

/** The state of a public form: draft, validation, sending, message. Input survives errors and lost connections. */
export function usePublicForm<Calls extends FormChecks, Sent>(
  options: PublicFormOptions<Calls, Sent>,
) {
  const { initial, returned, invalid = () => general.invalid } = options;
  const form = useRef<HTMLFormElement>(null);
  /** What is shown above the fields. */
  const alerts = useRef<HTMLDivElement>(null);
  /** Set from the press of the button to the end of the attempt. */
  const attempt = useRef<AbortController | null>(null);
  /** The control to focus again in the next round, in which the form is another element. */
  const focused = useRef('');
  const [start, setStart] = useState({ values: returned?.values ?? initial, round: 0 });
  const [returnedAlert] = useState<FormAlert | null>(
    returned ? { tone: returned.tone ?? 'error', text: returned.message } : null,
  );
  const [alert, setAlert] = useState(returnedAlert);
  const [isBusy, setBusy] = useState(false);
  const [calls, setCalls] = useState<Calls | null>(null);
  useLeaveWarning(isBusy);
  const check = useFormCheck(form, calls, returned?.errors);

  const show = (errors: Errors, next: FormAlert | null) => {
    check.setErrors(errors);
    setAlert(next);
  };
  const read = () => form.current && changedValues(readForm(form.current), initial);
  const fill = (values: FormValues) => {
    show({}, null);
    setStart(({ round }) => ({ values: { ...initial, ...values }, round: round + 1 }));
  };
  const draft = useDraft(options.draft, {
    read,
    fill,
    restore(values) {
      const { activeElement } = document;
      if (form.current?.contains(activeElement))
        focused.current = activeElement?.getAttribute('name') ?? '';
      fill({ ...values, ...typedIn(read() ?? {}) });
    },
    isReturned: Boolean(returned),
  });

  const { round } = start;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round has a form of its own
  useLayoutEffect(() => {
    const control = form.current?.elements.namedItem(focused.current);
    focused.current = '';
    if (control instanceof HTMLElement) control.focus();
  }, [round]);

  const onAlert = useEffectEvent(() => {
    // An error of a field gets the focus (first-error.ts).
    if (Object.values(check.errors).some(Boolean)) return;
    alerts.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (alert && alert !== returnedAlert) onAlert();
  }, [alert, returnedAlert]);

  const load = async () => {
    const loaded = await options.load();
    setCalls(loaded);
    return loaded;
  };

  const send = async (signal: AbortSignal) => {
    // A script on a slow line takes as long as sending.
    setBusy(calls === null);
    const loaded = await load().catch(() => null);
    if (!form.current) return;
    if (loaded === null) {
      show({}, { tone: 'error', text: loadFailed(), canRetry: true });
      return;
    }
    const values = readForm(form.current);
    const errors = { ...check.all(loaded), ...(await options.fileErrors?.(loaded)) };
    if (Object.keys(errors).length > 0) {
      show(errors, { tone: 'error', text: invalid(values) });
      return;
    }
    setBusy(true);
    show({}, null);
    const key = draft.beforeSending();
    const sent = await options.send(loaded, values, { key, signal });
    draft.clear();
    options.onSent(sent);
  };

  const fail = (error: unknown) => {
    const { status, code, fields, reason } = formFailure(error);
    if (isRefusal(status)) draft.renewKey();
    const retryLabel = options.offerRetry?.(code);
    show(fields, {
      tone: 'error',
      // A one-time link that doesn't work is final, so don't suggest sending again.
      text: status === 404 ? reason : `${options.submitFailed} ${reason}`,
      canRetry: status === 0 || status >= 500 || status === 429 || retryLabel !== undefined,
      retryLabel,
    });
  };

  return {
    form,
    alerts,
    start,
    alert,
    isBusy,
    draft,
    check,
    /** Null until the form is used, or its script can't be loaded. */
    calls,
    closeAlert: () => setAlert(null),
    cancel: () => attempt.current?.abort(),
    /** Call when the form gets the focus: loads what it will need. */
    prepare: () => void load().catch(() => {}),
    async submit() {
      if (!form.current || attempt.current) return;
      attempt.current = new AbortController();
      const { signal } = attempt.current;
      try {
        await send(signal);
      } catch (error) {
        if (signal.aborted) show({}, { tone: 'info', text: publicForms.cancelled });
        else fail(error);
      }
      attempt.current = null;
      setBusy(false);
    },
  };
}

export type PublicFormState = Pick<
  ReturnType<typeof usePublicForm<FormChecks, unknown>>,
  'form' | 'alerts' | 'start' | 'alert' | 'draft' | 'check' | 'closeAlert' | 'prepare' | 'submit'
>;

/** The values that differ from those of an empty form. */
function changedValues(values: FormValues, initial: FormValues): FormValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== initial[name]),
  );
}
