import type { ReactNode } from 'react';
import type { Application } from '#contract/applications.ts';
import { telHref } from '#contract/company.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { portal } from '#contract/messages/portal.ts';
import { mailHref } from '#web/lib/mail-href.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FormWarnings } from '../shared/form-warnings.tsx';
import { DescriptionList } from '../shared/record-view.tsx';
import { usCalendarDay, usDayAndTime } from '../shared/us-dates.ts';
import { ResumeLink } from './application-card.tsx';
import { ApplicationHistory } from './application-history.tsx';
import { fullName, jobName, referenceOf, warningsOf, yesNo } from './application-labels.ts';

interface ApplicationDialogProps {
  /** Null while none is open. */
  application: Application | null;
  onClose: () => void;
  onDelete: (application: Application) => void;
}

export function ApplicationDialog({ application, onClose, onDelete }: ApplicationDialogProps) {
  if (application === null) return null;
  const name = fullName(application);
  return (
    <Dialog
      description={`${referenceOf(application)}, ${jobName(application)}, sent ${usDayAndTime(application.created_at)}`}
      footer={
        <>
          <span className="mr-auto">
            {application.resume_path ? (
              <ResumeLink name={name} path={application.resume_path} />
            ) : (
              <span className="inline-flex min-h-11 items-center text-sm text-steel">
                {portal.noResume}
              </span>
            )}
          </span>
          <Button onClick={() => onDelete(application)} variant="danger">
            Delete
          </Button>
        </>
      }
      onOpenChange={(open) => !open && onClose()}
      open
      size="lg"
      title={name}
    >
      <div className="grid gap-6 pb-4">
        {application.certification === 0 && (
          <Alert tone="error">{portal.certificationMissingLong}</Alert>
        )}
        <FormWarnings found={warningsOf(application)} />
        <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
          <Contact application={application} />
          <Licenses application={application} />
        </div>
        <ApplicationHistory application={application} />
        <details className="border border-line">
          <summary className="cursor-pointer px-4 py-3 text-sm font-semibold">
            {messages.selfIdentification}
          </summary>
          <div className="px-4 pb-3">
            <DescriptionList
              rows={[
                ['Gender', application.gender],
                ['Race', application.race],
              ]}
            />
          </div>
        </details>
      </div>
    </Dialog>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-display font-bold">{title}</h3>
      {children}
    </section>
  );
}

function Contact({ application }: { application: Application }) {
  const { phone, email, street_address, city, state, zipcode } = application;
  return (
    <Part title="Contact">
      <DescriptionList
        rows={[
          [
            'Phone',
            <a className="text-link" href={telHref(phone)} key="phone">
              {phone}
            </a>,
          ],
          [
            'Email',
            <a className="text-link" href={mailHref(email)} key="email">
              {email}
            </a>,
          ],
          ['Address', `${street_address}\n${city}, ${state} ${zipcode}`.trim()],
          ['Over 25', yesNo(application.is_over_25)],
          ['May work in the US', yesNo(application.authorized_to_work_us)],
          ['Needs sponsorship', yesNo(application.requires_sponsorship)],
          ['Certified as true', yesNo(application.certification)],
        ]}
      />
    </Part>
  );
}

function Licenses({ application }: { application: Application }) {
  return (
    <Part title="Driving">
      <DescriptionList
        rows={[
          ['CDL', yesNo(application.has_cdl_license)],
          ['CDL number', application.cdl_license_number],
          ['CDL state', application.cdl_license_state],
          ['CDL expires', usCalendarDay(application.cdl_expiration_date)],
          ['Driver license', yesNo(application.has_driver_license)],
          ['License number', application.driver_license_number],
          ['License state', application.driver_license_state],
          ['License expires', usCalendarDay(application.driver_license_expiration)],
          ['DOT medical card', yesNo(application.has_dot_card)],
          ['Can pass DOT drug test', yesNo(application.can_pass_dot_drug_test)],
          ['Manual endorsement', yesNo(application.manual_transmission_endorsement)],
          ['Manual experience', yesNo(application.has_manual_transmission_experience)],
          ['Car hauling', `${application.car_hauling_experience_years} years`],
        ]}
      />
    </Part>
  );
}
