import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { CallError } from '#contract/endpoint.ts';
import { type Inquiry, inquiryStatuses, updateInquiry } from '#contract/inquiries.ts';
import { inquiries as text } from '#contract/messages/inquiries.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { ConflictNotice } from '../frame/conflict-notice.tsx';
import { putFieldErrors } from '../frame/form-errors.ts';
import { reasonOf } from '../frame/portal-query-client.ts';
import { useOnce } from '../frame/use-send-once.ts';
import { useLastRead, useUpdateInquiry } from './inquiries.data.ts';
import { type Status, statusNames, versionAfter } from './inquiry-words.ts';

const statusChoices = inquiryStatuses.map((value) => ({ value, label: statusNames[value] }));

/** Status and note of an inquiry; says under the button what saving came to. */
export function InquiryForm({ inquiry }: { inquiry: Inquiry }) {
  const once = useOnce();
  const update = useUpdateInquiry();
  const lastRead = useLastRead();
  const [conflict, setConflict] = useState<{ message: string; current: Inquiry } | null>(null);
  // The version that the form was filled from: a refreshed list must not hide somebody else's change.
  const [version, setVersion] = useState(inquiry.version);
  const form = useForm({
    resolver: zodResolver(updateInquiry.body),
    defaultValues: { status: inquiry.status as Status, note: inquiry.note },
  });
  const { errors, isDirty } = form.formState;

  const send = (readAt: number) =>
    form.handleSubmit(({ status, note }) =>
      once(async () => {
        setConflict(null);
        try {
          await update.mutateAsync({ id: inquiry.id, body: { status, note, version: readAt } });
          form.reset({ status, note });
          setVersion(versionAfter({ status, note }, readAt, lastRead(inquiry.id)));
        } catch (error) {
          if (error instanceof CallError && error.status === 409 && error.body.current) {
            setConflict({ message: error.body.error, current: error.body.current as Inquiry });
          }
          putFieldErrors(form, error);
        }
      }),
    )();

  return (
    <form
      className="grid gap-4 border-y-2 border-ink py-5 sm:grid-cols-[12rem_minmax(0,1fr)]"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(version);
      }}
    >
      <Field error={errors.status?.message} label="Status" name="status" required>
        <Select {...form.register('status')} options={statusChoices} />
      </Field>
      <Field error={errors.note?.message} label="Note" name="note">
        <Textarea {...form.register('note')} rows={3} />
      </Field>
      <div className="grid gap-3 sm:col-span-2">
        {conflict && (
          <ConflictNotice
            differences={differences(conflict.current, form.getValues())}
            message={conflict.message}
            onMine={() => {
              setVersion(conflict.current.version);
              void send(conflict.current.version);
            }}
            onTheirs={() => {
              const { status, note, version: saved } = conflict.current;
              form.reset({ status, note });
              setVersion(saved);
              setConflict(null);
            }}
          />
        )}
        {update.isError && !conflict && (
          <Notice tone="error">{reasonOf(update.error, text.updateFailed)}</Notice>
        )}
        <div className="flex flex-wrap items-center gap-4">
          <Button busy={update.isPending} type="submit" variant="secondary">
            Save
          </Button>
          {update.isSuccess && !isDirty && <Notice tone="success">{text.updated}</Notice>}
        </div>
      </div>
    </form>
  );
}

function differences(current: Inquiry, mine: { status?: Status; note?: string | null }) {
  return [
    {
      label: 'Status',
      theirs: statusNames[current.status],
      mine: mine.status ? statusNames[mine.status] : '',
    },
    { label: 'Note', theirs: current.note, mine: mine.note ?? '' },
  ].filter(({ theirs, mine: own }) => theirs !== own);
}
