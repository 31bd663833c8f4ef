import { useCallback, useEffect, useRef, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { applications as messages } from '#contract/messages/applications.ts';
import { general } from '#contract/messages/general.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { t } from '#contract/text/languages.ts';
import type { FormValues } from '#web/lib/forms/form-values.ts';
import { useHydrated } from '#web/lib/forms/use-hydrated.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import type { Confirmation } from '#web/lib/session/confirmations.ts';
import { Button } from '#web/ui/button.tsx';
import { FlagField } from '#web/ui/choice-field.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { PublicForm, TermsLinks } from '../form/public-form.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import { ApplicationProgress } from './application-progress.tsx';
import { ClosingSections } from './closing-sections.tsx';
import { HistorySections } from './history-sections.tsx';
import { DrivingSections, PersonalSections } from './personal-sections.tsx';

const empty: FormValues = { car_hauling_experience_years: '0' };

const load = importAgain(async () => {
  // The confirmation too, before the connection can drop.
  await import('../confirmation/application-sent.tsx');
  return import('./application-call.ts');
});
const loadExtras = importAgain(() => import('./application-extras.tsx'));

interface ApplicationFormProps {
  jobId: string | null;
  /** It takes no applications: the form is sent without it. */
  isClosed: boolean;
  /** The privacy notice that the page links to. */
  privacyVersion: string;
  /** Short description for the confirmation. */
  subject: string;
  onSent: (confirmation: Confirmation) => void;
}

/** The application form. Input survives errors, reloads and lost connections. */
export function ApplicationForm(props: ApplicationFormProps) {
  const { jobId, isClosed, privacyVersion, subject, onSent } = props;
  const hydrated = useHydrated();
  const resume = useRef<File | null>(null);
  const withoutJob = useRef(isClosed);
  /** Upload progress in percent. */
  const [percent, setPercent] = useState(0);
  const state = usePublicForm({
    draft: `application.${jobId ?? 'open'}`,
    initial: empty,
    load,
    async fileErrors(calls): Promise<Record<string, string>> {
      const problem = await calls.resumeProblem(resume.current);
      return problem ? { resume: problem } : {};
    },
    invalid: ({ first_name, email }) =>
      !isBlank(first_name ?? '') && !isBlank(email ?? '')
        ? general.invalid
        : messages.requiredMissing,
    submitFailed: messages.submitFailed,
    offerRetry(code) {
      if (code !== 'job_closed') return undefined;
      withoutJob.current = true;
      return t('Send without the job', 'Enviar sin el puesto');
    },
    async send(calls, values, { key, signal }) {
      setPercent(0);
      const job = withoutJob.current ? null : jobId;
      const { id, statusPath } = await calls.send(
        values,
        { jobId: job, privacyVersion },
        resume.current,
        {
          idempotencyKey: key,
          signal,
          onProgress: (part) => setPercent(part * 100),
        },
      );
      return {
        sentAt: new Date().toISOString(),
        reference: `A-${id}`,
        subject: job === jobId ? subject : t('Application', 'Solicitud'),
        statusPath,
      };
    },
    onSent,
  });
  const { calls, check, isBusy } = state;
  const [extras, setExtras] = useState<Awaited<ReturnType<typeof loadExtras>> | null>(null);
  // The form works without them.
  useEffect(() => void loadExtras().then(setExtras, () => {}), []);

  const { setErrors } = check;
  const chooseResume = useCallback(
    async (file: File | null) => {
      resume.current = file;
      // Sending checks it again.
      const problem =
        file &&
        (await load().then(
          (calls) => calls.resumeProblem(file),
          () => null,
        ));
      if (resume.current !== file) return;
      setErrors((old) => {
        const { resume: before, ...others } = old;
        if (problem) return { ...others, resume: problem };
        // The same object while nothing has changed: every field renders again for another.
        return before ? others : old;
      });
    },
    [setErrors],
  );

  return (
    <PublicForm
      encType="multipart/form-data"
      missing={messages.filesNotSaved}
      sensitiveLabels={messages.sensitiveLabels}
      progress={
        <ApplicationProgress
          errors={check.errors}
          findErrors={check.all}
          form={state.form}
          isChecked={calls !== null}
        />
      }
      state={state}
    >
      {/* By whose link the form was opened. */}
      <input defaultValue={state.start.values.draft_code} name="draft_code" type="hidden" />
      {/* A sent application navigates to /careers: prefetch its script before the connection can drop. */}
      {calls && <PrefetchPageLinks page="/careers" />}
      {extras && <extras.default.OpenedDraft jobId={jobId} />}
      <PersonalSections />
      <DrivingSections />
      <HistorySections onRows={check.forget} />
      <ClosingSections onResume={chooseResume} />
      {extras && <extras.default.ApplicationExtras jobId={jobId} onRows={check.forget} />}
      <div className="grid grid-cols-1 gap-6 border-t-2 border-ink py-8 lg:pl-[19.5rem]">
        <FlagField
          label={t(
            'I certify that my answers are true and complete to the best of my knowledge.',
            'Certifico que mis respuestas son verdaderas y completas, según mi leal saber y entender.',
          )}
          name="certification"
        />
        <TermsLinks />
        {isBusy && (
          <Progress
            label={
              percent < 100
                ? t('Sending your application', 'Enviando su solicitud')
                : t('Sent. Waiting for confirmation', 'Enviada. Esperando la confirmación')
            }
            onCancel={state.cancel}
            value={percent}
          />
        )}
        <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <Button busy={isBusy} disabled={!hydrated} size="lg" type="submit">
            {isBusy ? t('Sending…', 'Enviando…') : t('Submit application', 'Enviar solicitud')}
          </Button>
          <p className="text-sm text-steel">
            {t(
              'Your draft is saved on this device until you send it.',
              'Su borrador queda guardado en este dispositivo hasta que lo envíe.',
            )}
          </p>
        </div>
      </div>
    </PublicForm>
  );
}
