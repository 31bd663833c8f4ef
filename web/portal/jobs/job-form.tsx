import { useEffect, useRef } from 'react';
import { jobTexts } from '#contract/company/job-texts.ts';
import { departments, type Job, jobFields, jobInput } from '#contract/jobs.ts';
import { jobs as messages } from '#contract/messages/jobs.ts';
import { today } from '#contract/rules/dates.ts';
import { type FormValues, formValues } from '../shared/records/field-values.ts';
import { RecordForm } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { jobsQuery, saveJob } from './jobs.data.ts';

interface JobFormProps {
  /** Null to add one. */
  job: Job | null;
  /** What to focus when the form opens; null on page load. */
  focus: 'field' | 'heading' | null;
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
}

export function JobForm({ job, focus, onDirty, onSaved, onCancel }: JobFormProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const state = useRecordForm({
    draft: 'job',
    record: job,
    idOf: ({ id }) => id,
    valuesOf: (record) => (record ? formValues(jobFields, record) : newJobValues()),
    schema: jobInput,
    save: saveJob,
    queryKey: jobsQuery.queryKey,
    messages: { saveFailed: 'Failed to save job.', tokenMissing: messages.unauthorized },
    onDirty,
    onDone: onSaved,
  });
  const { form } = state;
  useEffect(() => {
    if (focus === 'field') form.setFocus('position');
    if (focus === 'heading') heading.current?.focus();
  }, [focus, form]);

  return (
    <section aria-labelledby="job-form" className="min-w-0">
      <h2 className="display mb-3 text-lg outline-none" id="job-form" ref={heading} tabIndex={-1}>
        {job ? 'Update a job' : 'Add a job'}
      </h2>
      <div className="border-t-2 border-ink pt-5">
        <RecordForm
          columns="sm:grid-cols-3"
          fields={jobFields}
          onCancel={job || state.isRestored ? onCancel : null}
          state={state}
          submitLabel={job ? 'Update Job' : 'Add Job'}
        />
      </div>
    </section>
  );
}

function newJobValues(): FormValues<typeof jobFields> {
  return {
    ...formValues(jobFields, jobTexts),
    department: departments[0],
    datePosted: today(),
    employmentType: 'full_time',
    pinned: '0',
  };
}
