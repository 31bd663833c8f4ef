import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { Stage } from '#contract/application-stages.ts';
import {
  type Application,
  drivingFields,
  eligibilityFields,
  selfIdentificationFields,
} from '#contract/applications.ts';
import { applicantName, jobName, referenceOf } from '#contract/filters/applications.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { fieldRows } from '../shared/records/field-values.ts';
import { FormWarnings } from '../shared/records/form-warnings.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { ApplicantFile } from './applicant-file.tsx';
import { contactRows, Resume } from './application-card.tsx';
import { ApplicationHistory } from './application-history.tsx';
import { warningsOf } from './application-labels.ts';
import { useOpenApplication } from './applications.data.ts';
import { ApplicationTimeline, HiringPanel } from './hiring-panel.tsx';

interface ApplicationDialogProps {
  /** Null while none is open. */
  application: Application | null;
  onClose: () => void;
  onDelete: (application: Application) => void;
  onErase: (application: Application) => void;
  isErasing: boolean;
  onMove: (application: Application, stage: Stage) => void;
  onUndo: (application: Application, stage: Stage) => void;
}

export function ApplicationDialog(props: ApplicationDialogProps) {
  const { application, onClose, onDelete, onErase, isErasing, onMove, onUndo } = props;
  const markOpened = useEffectEvent(useOpenApplication());
  const isUnopened = application?.opened_at === null;
  useEffect(() => {
    if (isUnopened) markOpened(application);
  }, [isUnopened, application]);
  if (application === null) return null;
  const name = applicantName(application);
  return (
    <Dialog
      description={`${referenceOf(application)}, ${jobName(application)}, sent ${usDayAndTime(application.created_at)}`}
      footer={
        <>
          <div className="mr-auto">
            <Resume application={application} />
          </div>
          <Button
            busy={isErasing}
            className="text-danger!"
            onClick={() => onErase(application)}
            variant="quiet"
          >
            {messages.erase}
          </Button>
          <Button onClick={() => onDelete(application)} variant="danger">
            Delete
          </Button>
        </>
      }
      onClose={onClose}
      size="lg"
      title={name}
    >
      <div className="grid gap-6 pb-4">
        {application.certification === 0 && (
          <Alert tone="error">The applicant didn't certify that the answers are true.</Alert>
        )}
        {application.flagged === 1 && (
          <Alert tone="info">
            This may be spam: it arrived among very many applications. Review it before you reply.
          </Alert>
        )}
        <FormWarnings found={warningsOf(application)} />
        <HiringPanel
          application={application}
          onMove={(stage) => onMove(application, stage)}
          onUndo={(stage) => onUndo(application, stage)}
        />
        <div className="grid gap-x-10 gap-y-6 md:grid-cols-2">
          <Contact application={application} />
          <Part title="Driving">
            <DescriptionList rows={fieldRows(drivingFields, application)} />
          </Part>
        </div>
        <ApplicationHistory application={application} />
        <ApplicationTimeline application={application} />
        <ApplicantFile application={application} key={application.id} />
        <details className="border border-line">
          <summary className="cursor-pointer px-4 py-3 text-sm font-semibold">
            {messages.selfIdentification}
          </summary>
          <div className="px-4 pb-3">
            <DescriptionList rows={fieldRows(selfIdentificationFields, application)} />
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
  const { street_address, city, state, zipcode } = application;
  return (
    <Part title="Contact">
      <DescriptionList
        rows={[
          ...contactRows(application),
          ['Language', application.language === 'es' ? 'Spanish' : 'English'],
          ['Address', `${street_address}\n${city}, ${state} ${zipcode}`.trim()],
          ...fieldRows(eligibilityFields, application),
        ]}
      />
    </Part>
  );
}
