import { useRef, useState } from 'react';
import { company, telHref } from '#contract/company.ts';
import { publicForms as say } from '#contract/messages/public-forms.ts';
import { DraftOffer } from '#web/lib/draft-offer.tsx';
import type { FormValues } from '#web/lib/form-values.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { Button } from '#web/ui/button.tsx';
import { FlagField } from '#web/ui/choice-field.tsx';
import { FormState } from '#web/ui/form-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { ApplicationProgress } from './application-progress.tsx';
import { type ApplicationChoices, ClosingSections } from './closing-sections.tsx';
import { DrivingSections } from './driving-sections.tsx';
import { HistorySections } from './history-sections.tsx';
import { PersonalSections } from './personal-sections.tsx';
import { useApplication } from './use-application.ts';

const empty: FormValues = { car_hauling_experience_years: '0' };

interface ApplicationFormProps {
  jobId: string | null;
  choices: ApplicationChoices;
}

/** The whole application on one page; nothing typed is lost by an error, a reload or a lost line. */
export default function ApplicationForm({ jobId, choices }: ApplicationFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [start, setStart] = useState({ values: empty, round: 0 });
  const { keeper, check, message, sent, ...application } = useApplication(form, jobId);

  const fill = (values: FormValues) => {
    application.reset();
    setStart(({ round }) => ({ values: { ...empty, ...values }, round: round + 1 }));
  };

  return (
    <FormState errors={check.errors} values={start.values}>
      <form
        encType="multipart/form-data"
        key={start.round}
        method="post"
        noValidate={hydrated}
        onBlur={check.onBlur}
        onInput={(event) => {
          keeper.touch();
          check.onInput(event);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void application.submit();
        }}
        ref={form}
      >
        <div className="sticky top-0 z-20 -mx-2 bg-paper px-2">
          <ApplicationProgress form={form} />
          <DraftOffer keeper={keeper} missing={say.fileNotKept} onFill={fill} />
          {message && (
            <Notice onClose={application.closeMessage} tone={message.tone}>
              <p>{message.text}</p>
              {message.retry && (
                <Button className="mt-2" size="sm" type="submit" variant="secondary">
                  Send again
                </Button>
              )}
            </Notice>
          )}
        </div>
        <PersonalSections />
        <DrivingSections />
        <HistorySections onRows={check.forget} />
        <ClosingSections
          choices={choices}
          onResume={(file) => void application.chooseResume(file)}
        />
        <div className="grid gap-6 border-t-2 border-ink py-8 lg:pl-[17.5rem]">
          <FlagField
            label="I certify that my answers are true and complete to the best of my knowledge."
            name="certification"
          />
          {sent !== null && (
            <Progress
              label={sent < 100 ? 'Sending your application' : 'Sent. Waiting for the answer'}
              onCancel={application.cancel}
              value={sent}
            />
          )}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button
              busy={sent !== null}
              disabled={!hydrated}
              size="lg"
              // The page has let it go before this part is taken over.
              suppressHydrationWarning
              type="submit"
            >
              {sent === null ? 'Submit application' : 'Sending…'}
            </Button>
            <p className="text-sm text-steel">
              What you type stays on this device until you send it.
            </p>
          </div>
          <noscript>
            <p className="border-l-4 border-lane pl-3 font-semibold">
              {say.needsScript}{' '}
              <a className="text-link" href={telHref(company.phones.general.number)}>
                {company.phones.general.number}
              </a>
              .
            </p>
          </noscript>
        </div>
      </form>
    </FormState>
  );
}
