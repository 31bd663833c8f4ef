import { type RefObject, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { applications as say } from '#contract/messages/applications.ts';
import { general } from '#contract/messages/general.ts';
import { publicForms } from '#contract/messages/public-forms.ts';
import { callFailure, isRefusal } from '#web/lib/call-failure.ts';
import { useDraft } from '#web/lib/draft-keeper.ts';
import { useFormCheck } from '#web/lib/form-check.ts';
import { type FormValues, focusFirst, readForm } from '#web/lib/form-values.ts';
import { rememberNotice } from '#web/lib/notices.ts';
import { applicationErrors, resumeProblem, sendForm } from './application-call.ts';

export interface FormMessage {
  tone: 'error' | 'info';
  text: string;
  /** Worth another try as it is. */
  retry?: boolean;
}

/** The application from the first letter to the answer: draft, errors, sending, what to say. */
export function useApplication(form: RefObject<HTMLFormElement | null>, jobId: string | null) {
  const navigate = useNavigate();
  const keeper = useDraft(
    `application.${jobId ?? 'open'}`,
    () => form.current && readForm(form.current),
  );
  const check = useFormCheck(form, applicationErrors);
  const resume = useRef<File | null>(null);
  const abort = useRef<AbortController | null>(null);
  const [message, setMessage] = useState<FormMessage | null>(null);
  /** Per cent of the upload, null while nothing is sent. */
  const [sent, setSent] = useState<number | null>(null);

  const showErrors = (errors: Record<string, string>, next: FormMessage) => {
    check.setErrors(errors);
    setMessage(next);
    // The errors are described to whoever hears the page only once they are drawn.
    if (form.current) requestAnimationFrame(() => form.current && focusFirst(form.current, errors));
  };

  const send = async (values: FormValues) => {
    abort.current = new AbortController();
    const { signal } = abort.current;
    setSent(0);
    try {
      const onProgress = (part: number) => setSent(part * 100);
      const options = { idempotencyKey: keeper.key(), onProgress, signal };
      await sendForm(values, jobId, resume.current, options);
      keeper.clear();
      rememberNotice(say.submitted, 'success');
      await navigate('/careers');
    } catch (error) {
      setSent(null);
      if (signal.aborted) setMessage({ tone: 'info', text: publicForms.cancelled });
      else fail(error);
    }
  };

  const fail = (error: unknown) => {
    const { status, body } = callFailure(error) ?? { status: 0, body: { error: general.offline } };
    if (isRefusal(status)) keeper.renewKey();
    const reason = status === 422 ? publicForms.alreadyHere : body.error;
    showErrors(('fields' in body && body.fields) || {}, {
      tone: 'error',
      text: `${say.submitFailed} ${reason}`,
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
      const text = nameless ? say.requiredMissing : general.invalid;
      showErrors(errors, { tone: 'error', text });
      return;
    }
    check.setErrors({});
    setMessage(null);
    keeper.keepNow();
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
    keeper,
    check,
    message,
    sent,
    submit,
    chooseResume,
    closeMessage: () => setMessage(null),
    cancel: () => abort.current?.abort(),
    /** For a form that starts again. */
    reset() {
      resume.current = null;
      check.setErrors({});
      setMessage(null);
    },
  };
}
