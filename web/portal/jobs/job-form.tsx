import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type Job, jobInput } from '#contract/careers.ts';
import { CallError } from '#contract/endpoint.ts';
import { careers as text } from '#contract/messages/careers.ts';
import { portal } from '#contract/messages/portal.ts';
import { readToken } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ConflictNotice } from '../frame/conflict-notice.tsx';
import { putFieldErrors } from '../frame/form-errors.ts';
import { reasonOf } from '../frame/portal-query-client.ts';
import { hush, say } from '../frame/say.tsx';
import { useIdempotencyKey, useOnce } from '../frame/use-send-once.ts';
import { differencesOf, valuesOf } from './job-conflict.ts';
import type { JobValues } from './job-defaults.ts';
import { forgetJob, type KeptJob, keepJob } from './job-draft.ts';
import { JobFields } from './job-fields.tsx';
import { useSaveJob } from './jobs.data.ts';

interface JobFormProps {
  /** The job to change and the version it was read at; null to add one. */
  target: KeptJob['target'];
  /** What the form starts with. */
  start: JobValues;
  /** The start was typed earlier and never sent. */
  restored: boolean;
  /** Where the keyboard goes when the form opens; nowhere when the page does. */
  focus: 'field' | 'heading' | null;
  onDirty: (dirty: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
}

/** Adds a job or changes one; nothing typed is lost to an error or to somebody else's change. */
export function JobForm({
  target,
  start,
  restored,
  focus,
  onDirty,
  onSaved,
  onCancel,
}: JobFormProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const once = useOnce();
  const key = useIdempotencyKey();
  const save = useSaveJob();
  const [failure, setFailure] = useState<string | null>(null);
  const [conflict, setConflict] = useState<{ message: string; current: Job } | null>(null);
  const [version, setVersion] = useState(target?.version ?? 0);
  const form = useForm({
    resolver: zodResolver(jobInput),
    defaultValues: start,
  });
  const { isDirty } = form.formState;

  useEffect(() => onDirty(isDirty || restored), [isDirty, restored, onDirty]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) => keepJob(target && { id: target.id, version }, values),
      }),
    [form, target, version],
  );
  useEffect(() => {
    if (focus === 'field') form.setFocus('position');
    if (focus === 'heading') heading.current?.focus();
  }, [focus, form]);

  const send = (readAt: number) =>
    form.handleSubmit((values) =>
      once(async () => {
        hush();
        setFailure(null);
        setConflict(null);
        if (readToken() === null) return setFailure(text.unauthorized);
        try {
          const at = target && { id: target.id, version: readAt };
          await save.mutateAsync({ target: at, values, idempotencyKey: key.current() });
          forgetJob();
          say(target ? text.updated : text.added);
          onSaved();
        } catch (error) {
          refused(error);
        }
      }),
    )();

  function refused(error: unknown) {
    const stale = error instanceof CallError && error.status === 409 && error.body.current;
    if (stale) {
      setConflict({ message: error.body.error, current: error.body.current as Job });
      return;
    }
    if (error instanceof CallError && error.status === 422) key.renew();
    setFailure(reasonOf(error, portal.jobSaveFailed));
    putFieldErrors(form, error);
  }

  function takeTheirs(current: Job) {
    form.reset(valuesOf(current));
    forgetJob();
    setVersion(current.version);
    setConflict(null);
  }

  return (
    <section aria-labelledby="job-form" className="min-w-0">
      <h2 className="display mb-3 text-lg outline-none" id="job-form" ref={heading} tabIndex={-1}>
        {target ? 'Update a job' : 'Add a job'}
      </h2>
      <form
        className="grid gap-5 border-t-2 border-ink pt-5"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send(version);
        }}
      >
        {restored && <Notice>{portal.jobRestored}</Notice>}
        <JobFields form={form} />
        {failure && <Notice tone="error">{failure}</Notice>}
        {conflict && (
          <ConflictNotice
            differences={differencesOf(conflict.current, form.getValues())}
            message={conflict.message}
            onMine={() => {
              setVersion(conflict.current.version);
              void send(conflict.current.version);
            }}
            onTheirs={() => takeTheirs(conflict.current)}
          />
        )}
        <div className="flex flex-wrap gap-3">
          <Button busy={save.isPending} type="submit">
            {target ? 'Update Job' : 'Add Job'}
          </Button>
          {(target || restored) && (
            <Button onClick={onCancel} variant="quiet">
              Cancel
            </Button>
          )}
        </div>
      </form>
    </section>
  );
}
