import { useState } from 'react';
import {
  type Inquiry,
  type InquiryNote,
  inquiryStatuses,
  inquiryUpdate,
} from '#contract/inquiries.ts';
import { inquiries as messages } from '#contract/messages/inquiries.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { usDayAndTime } from '../shared/us-dates.ts';
import { type InquiryBase, inquiriesQuery, useLastRead, useSaveInquiry } from './inquiries.data.ts';
import { type Status, statusNames } from './inquiry-labels.ts';

const statusChoices = inquiryStatuses.map((value) => ({ value, label: statusNames[value] }));

interface Values {
  status: Status;
  note: string;
}

interface InquiryFormProps {
  inquiry: Inquiry;
  onDirty: (isDirty: boolean) => void;
}

/** Changes an inquiry's status and adds notes; stays open after saving. */
export function InquiryForm({ inquiry, onDirty }: InquiryFormProps) {
  const lastRead = useLastRead();
  const [isSaved, setSaved] = useState(false);
  const { id, status, version } = inquiry;
  const state = useRecordForm({
    draft: 'inquiry',
    record: { id, status, version },
    idOf: (base: InquiryBase) => base.id,
    valuesOf: (base): Values => ({ status: base?.status ?? 'new', note: '' }),
    schema: inquiryUpdate,
    save: useSaveInquiry(),
    queryKey: inquiriesQuery.queryKey,
    messages: { saveFailed: messages.updateFailed },
    keepOf: ({ note }) => ({ note }),
    onDirty,
    onSaved: (_, { rebase, values, base }) => {
      setSaved(true);
      const stored = lastRead(id);
      const isLatest = stored?.status === values.status;
      rebase(
        isLatest
          ? { id, status: stored.status, version: stored.version }
          : { id, status: values.status, version: (base ?? inquiry).version + 1 },
      );
    },
  });
  const { form, isDirty } = state;
  const { errors } = form.formState;
  return (
    <div className="border-y-2 border-ink py-5">
      <FormShell
        differences={(current, entered) => [
          {
            label: 'Status',
            saved: statusNames[current.status],
            entered: statusNames[entered.status],
          },
        ]}
        onCancel={null}
        state={state}
      >
        <div className="grid gap-4 sm:grid-cols-[12rem_minmax(0,1fr)]">
          <Field error={errors.status?.message} label="Status" name="status" required>
            <Select {...form.register('status')} options={statusChoices} />
          </Field>
          <div className="grid gap-4">
            <InquiryNotes notes={inquiry.notes} />
            <Field error={errors.note?.message} label="Add a note" name="note">
              <Textarea {...form.register('note')} rows={3} />
            </Field>
          </div>
        </div>
        {isSaved && !isDirty && <Alert tone="success">{messages.updated}</Alert>}
      </FormShell>
    </div>
  );
}

function InquiryNotes({ notes }: { notes: readonly InquiryNote[] }) {
  if (notes.length === 0) return null;
  return (
    <ol aria-label="Notes" className="border-b border-line text-sm">
      {notes.map(({ id, author, text, created_at }) => (
        <li className="border-t border-line py-2" key={id}>
          <p className="text-steel">
            <bdi className="font-semibold text-ink">{author || 'Unknown'}</bdi>,{' '}
            <time dateTime={created_at}>{usDayAndTime(created_at)}</time>
          </p>
          <p className="whitespace-pre-line wrap-anywhere">{text}</p>
        </li>
      ))}
    </ol>
  );
}
