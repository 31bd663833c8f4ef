import { useState } from 'react';
import type { Job } from '#contract/careers.ts';
import { useSession } from '#web/lib/session.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/jobs-page.ts';
import { valuesOf } from './job-conflict.ts';
import { type JobValues, newJobValues } from './job-defaults.ts';
import { forgetJob, type KeptJob, keptJob } from './job-draft.ts';
import { JobForm } from './job-form.tsx';
import { JobList } from './job-list.tsx';

export const meta: Route.MetaFunction = () => portalMeta('Jobs');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

interface Opening {
  target: KeptJob['target'];
  start: JobValues;
  restored: boolean;
  number: number;
  focus: 'field' | 'heading' | null;
}

function firstOpening(): Opening {
  const kept = keptJob();
  return {
    target: kept?.target ?? null,
    start: kept?.values ?? newJobValues(),
    restored: kept !== null,
    number: 0,
    focus: null,
  };
}

/** The current jobs; an admin posts and changes them beside the list. */
export default function JobsPage() {
  const { role } = useSession();
  const confirm = useConfirm();
  // Each opening of the form is a new one, so that nothing of the job before is left in it.
  const [form, setForm] = useState<Opening>(firstOpening);
  const [dirty, setDirty] = useState(false);

  const open = (job: Job | null, focus: Opening['focus']) => {
    setDirty(false);
    forgetJob();
    setForm(({ number }) => ({
      target: job && { id: job.id, version: job.version },
      start: job ? valuesOf(job) : newJobValues(),
      restored: false,
      number: number + 1,
      focus,
    }));
  };

  async function ask(job: Job | null) {
    const question = {
      title: 'Discard what you typed in the job form?',
      confirmLabel: 'Discard',
      cancelLabel: 'Keep typing',
      danger: true,
    };
    if (!dirty || (await confirm(question))) open(job, 'field');
  }

  if (role !== 'admin') {
    return (
      <>
        <PageHeader title="Jobs" />
        <JobList />
      </>
    );
  }
  return (
    <>
      <PageHeader
        action={
          // Beside an empty form it would say nothing new.
          <Button className={form.target ? '' : 'lg:hidden'} onClick={() => void ask(null)}>
            New job
          </Button>
        }
        title="Jobs"
      />
      <div className="grid items-start gap-x-10 gap-y-12 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <JobList
          admin={{
            editing: form.target?.id ?? null,
            onEdit: (job) => void ask(job),
            onDeleted: (job) => job.id === form.target?.id && open(null, null),
          }}
        />
        <JobForm
          focus={form.focus}
          key={form.number}
          onCancel={() => void ask(null)}
          onDirty={setDirty}
          restored={form.restored}
          start={form.start}
          target={form.target}
          onSaved={() => open(null, 'heading')}
        />
      </div>
    </>
  );
}
