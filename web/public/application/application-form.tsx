import { useRef, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';
import { publicForms as messages } from '#contract/messages/public-forms.ts';
import { DraftOffer } from '#web/lib/draft-offer.tsx';
import type { FormValues } from '#web/lib/form-values.ts';
import { useHydrated } from '#web/lib/lazy-hydrate.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { FlagField } from '#web/ui/choice-field.tsx';
import { FormState } from '#web/ui/form-state.tsx';
import { Progress } from '#web/ui/progress.tsx';
import { TermsLinks } from '../confirmation/terms-links.tsx';
import { ApplicationProgress } from './application-progress.tsx';
import { type ApplicationChoices, ClosingSections } from './closing-sections.tsx';
import { HistorySections } from './history-sections.tsx';
import { DrivingSections, PersonalSections } from './personal-sections.tsx';
import { type ApplicationFor, useApplication } from './use-application.ts';

const empty: FormValues = { car_hauling_experience_years: '0' };

interface ApplicationFormProps extends ApplicationFor {
  choices: ApplicationChoices;
}

/** The application form. Input survives errors, reloads and lost connections. */
export default function ApplicationForm({ choices, ...target }: ApplicationFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [start, setStart] = useState({ values: empty, round: 0 });
  const { draft, check, message, sent, ...application } = useApplication(form, target);

  const fill = (values: FormValues) => {
    application.reset();
    setStart(({ round }) => ({ values: { ...empty, ...values }, round: round + 1 }));
  };

  return (
    <FormState errors={check.errors} values={start.values} warnings={check.warnings}>
      <form
        encType="multipart/form-data"
        key={start.round}
        method="post"
        noValidate={hydrated}
        onBlur={check.onBlur}
        onInput={(event) => {
          draft.onInput();
          check.onInput(event);
        }}
        onSubmit={(event) => {
          event.preventDefault();
          void application.submit();
        }}
        ref={form}
      >
        {/* A sent application navigates to /careers: prefetch its script before the connection can drop. */}
        {hydrated && <PrefetchPageLinks page="/careers" />}
        <div className="sticky top-0 z-20 -mx-2 bg-paper px-2">
          <ApplicationProgress errors={check.errors} findErrors={check.all} form={form} />
          <DraftOffer draft={draft} missing={messages.fileNotKept} onFill={fill} />
          {message && (
            <Alert onClose={application.closeMessage} tone={message.tone}>
              <p>{message.text}</p>
              {message.retry && (
                <Button className="mt-2" size="sm" type="submit" variant="secondary">
                  Send again
                </Button>
              )}
            </Alert>
          )}
        </div>
        <PersonalSections />
        <DrivingSections />
        <HistorySections onRows={check.forget} />
        <ClosingSections
          choices={choices}
          onResume={(file) => void application.chooseResume(file)}
        />
        <div className="grid grid-cols-1 gap-6 border-t-2 border-ink py-8 lg:pl-[17.5rem]">
          <FlagField
            label="I certify that my answers are true and complete to the best of my knowledge."
            name="certification"
          />
          <TermsLinks />
          {sent !== null && (
            <Progress
              label={sent < 100 ? 'Sending your application' : 'Sent. Waiting for confirmation'}
              onCancel={application.cancel}
              value={sent}
            />
          )}
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Button
              busy={sent !== null}
              disabled={!hydrated}
              size="lg"
              // HydrateOnInteraction enables buttons before this component hydrates.
              suppressHydrationWarning
              type="submit"
            >
              {sent === null ? 'Submit application' : 'Sending…'}
            </Button>
            <p className="text-sm text-steel">
              Your draft is saved on this device until you send it.
            </p>
          </div>
        </div>
      </form>
    </FormState>
  );
}
