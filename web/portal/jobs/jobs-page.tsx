import { useState } from 'react';
import type { Job } from '#contract/jobs.ts';
import { t } from '#contract/text/languages.ts';
import { deleteFormDraft, readFormDraft } from '#web/lib/drafts/form-draft.ts';
import { useSession } from '#web/lib/session/session.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { ImportLink } from '../shared/records/import-link.tsx';
import type { JobAdmin } from './job-actions.tsx';
import { JobForm } from './job-form.tsx';
import { ClosedJobs, JobList } from './job-list.tsx';
import { jobsQuery } from './jobs.data.ts';

export const clientLoader = firstRequests((client) => [client.ensureQueryData(jobsQuery)]);

interface OpenForm {
  /** Null to add one. */
  job: Job | null;
  /** A new number creates a new form, so that no value of the previous job remains. */
  number: number;
  focus: 'field' | 'heading' | null;
}

function firstForm(): OpenForm {
  const kept = readFormDraft<Job, object>('job');
  return { job: kept?.target ?? null, number: 0, focus: null };
}

export default function JobsPage() {
  const { role } = useSession();
  const confirm = useConfirm();
  const [{ job: editing, number, focus }, setForm] = useState(firstForm);
  const [isDirty, setDirty] = useState(false);

  function open(job: Job | null, focusOn: OpenForm['focus']) {
    setDirty(false);
    deleteFormDraft('job');
    setForm((old) => ({ job, number: old.number + 1, focus: focusOn }));
  }

  async function askAndOpen(job: Job | null) {
    const question = {
      title: 'Discard your changes to this job?',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep editing',
      danger: true,
    };
    if (!isDirty || (await confirm(question))) open(job, 'field');
  }

  if (role !== 'admin') {
    return (
      <>
        <PageHeader title={t('Jobs', 'Empleos')} />
        <JobList />
      </>
    );
  }
  const admin: JobAdmin = {
    editing: editing?.id ?? null,
    onEdit: (job) => void askAndOpen(job),
    onDeleted: (job) => job.id === editing?.id && open(null, null),
  };
  return (
    <>
      <PageHeader
        action={
          <>
            <ExportMenu list="jobs" size="md" />
            <ImportLink kind="jobs" />
            {/* On wide screens an empty form is already visible. */}
            <Button className={editing ? '' : 'lg:hidden'} onClick={() => void askAndOpen(null)}>
              New job
            </Button>
          </>
        }
        title="Jobs"
      />
      <div className="grid items-start gap-x-10 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="grid min-w-0 gap-12">
          <JobList admin={admin} />
          <ClosedJobs admin={admin} />
        </div>
        <JobForm
          focus={focus}
          job={editing}
          key={number}
          onCancel={() => void askAndOpen(null)}
          onDirty={setDirty}
          onSaved={() => open(null, 'heading')}
        />
      </div>
    </>
  );
}
