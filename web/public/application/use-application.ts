import { type RefObject, useRef, useState } from 'react';
import { applications as messages } from '#contract/messages/applications.ts';
import { general } from '#contract/messages/general.ts';
import { publicForms } from '#contract/messages/public-forms.ts';
import { formFailure, isRefusal } from '#web/lib/call-error.ts';
import { type Confirmation, saveConfirmation } from '#web/lib/confirmations.ts';
import { useFormCheck } from '#web/lib/form-check.ts';
import { type FormValues, focusFirst, readForm } from '#web/lib/form-values.ts';
import { useLeaveWarning } from '#web/lib/leave-warning.ts';
import { useDraft } from '#web/lib/use-draft.ts';
import {
  applicationErrors,
  applicationWarnings,
  resumeProblem,
  sendForm,
} from './application-call.ts';

export interface FormMessage {
  tone: 'error' | 'info';
  text: string;
  /** Whether to offer sending again without changes. */
  retry?: boolean;
}

export interface ApplicationFor {
  jobId: string | null;
  /** Short description for the confirmation. */
  subject: string;
  onSent: (confirmation: Confirmation) => void;
}

/** The state of the application form: draft, validation, sending, message. */
export function useApplication(
  form: RefObject<HTMLFormElement | null>,
  { jobId, subject, onSent }: ApplicationFor,
) {
  const draft = useDraft(
    `application.${jobId ?? 'open'}`,
    () => form.current && readForm(form.current),
  );
  const check = useFormCheck(form, { errors: applicationErrors, warnings: applicationWarnings });
  const resume = useRef<File | null>(null);
  const abort = useRef<AbortController | null>(null);
  const [message, setMessage] = useState<FormMessage | null>(null);
  /** Upload progress in percent; null while not sending. */
  const [sent, setSent] = useState<number | null>(null);
  useLeaveWarning(sent !== null);

  const showErrors = (errors: Record<string, string>, next: FormMessage) => {
    check.setErrors(errors);
    setMessage(next);
    // Screen readers announce an error only if it is rendered before its control gets the focus.
    if (form.current) requestAnimationFrame(() => form.current && focusFirst(form.current, errors));
  };

  const send = async (values: FormValues) => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setSent(0);
    try {
      const onProgress = (part: number) => setSent(part * 100);
      const options = { idempotencyKey: draft.key(), onProgress, signal };
      const id = await sendForm(values, jobId, resume.current, options);
      draft.clear();
      const confirmation = { sentAt: new Date().toISOString(), reference: `A-${id}`, subject };
      saveConfirmation('application', confirmation);
      onSent(confirmation);
    } catch (error) {
      setSent(null);
      if (signal.aborted) setMessage({ tone: 'info', text: publicForms.cancelled });
      else fail(error);
    }
  };

  const fail = (error: unknown) => {
    const { status, fields, reason } = formFailure(error);
    if (isRefusal(status)) draft.renewKey();
    showErrors(fields, {
      tone: 'error',
      text: `${messages.submitFailed} ${reason}`,
      retry: status === 0 || status >= 500 || status === 429,
    });
  };

  const submit = async () => {
    if (!form.current || sent !== null) return;
    const values = readForm(form.current);
    const problem = await resumeProblem(resume.current);
    const errors = { ...check.all(), ...(problem ? { resume: problem } : {}) };
    if (Object.keys(errors).length > 0) {
      const nameless = !values.first_name?.trim() || !values.email?.trim();
      const text = nameless ? messages.requiredMissing : general.invalid;
      showErrors(errors, { tone: 'error', text });
      return;
    }
    check.setErrors({});
    setMessage(null);
    draft.saveNow();
    await send(values);
  };

  const chooseResume = async (file: File | null) => {
    resume.current = file;
    const problem = await resumeProblem(file);
    if (resume.current !== file) return;
    check.setErrors(({ resume: _, ...others }) =>
      problem ? { ...others, resume: problem } : others,
    );
  };

  return {
    draft,
    check,
    message,
    sent,
    submit,
    chooseResume,
    closeMessage: () => setMessage(null),
    cancel: () => abort.current?.abort(),
    /** Call when the form starts over. */
    reset() {
      resume.current = null;
      check.setErrors({});
      setMessage(null);
    },
  };
}
