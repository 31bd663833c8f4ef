import * as z from 'zod/mini';
import { settlementQuestions as messages } from '#contract/messages/settlement-questions.ts';
import { askSettlementQuestion, writeSettlementQuestion } from '#contract/settlement-questions.ts';
import { t } from '#contract/text/languages.ts';
import { text } from '#contract/wire/fields.ts';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { FormFile } from '../shared/files/form-file.tsx';
import { useUpload } from '../shared/files/use-upload.ts';
import { questionsKey } from '../shared/live/live-keys.ts';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { toast } from '../shared/toast.tsx';

const schema = z.object({ message: text(2_000), photo: z.custom<File | null>() });
type Values = z.output<typeof schema>;

interface QuestionFormProps {
  /** A settlement to ask about, or a thread to write into. */
  to: { fileId: number } | { questionId: number };
  /** Called with the id of the new thread; null for a message in an old one, or one that waits for a connection. */
  onSent: (questionId: number | null) => void;
}

/** A message with an optional photo. */
export function QuestionForm({ to, onSent }: QuestionFormProps) {
  const asking = useUpload(askSettlementQuestion);
  const writing = useUpload(writeSettlementQuestion);
  const isNew = 'fileId' in to;
  const id = isNew ? to.fileId : to.questionId;
  const { percent, cancel } = isNew ? asking : writing;
  const send = { ask: asking.start, write: writing.start };
  const state = useRecordForm<
    { version: number },
    Values,
    Values,
    { message: string; question_id?: number }
  >({
    draft: `${isNew ? 'settlement question' : 'question message'} ${id}`,
    record: null,
    idOf: () => id,
    valuesOf: () => ({ message: '', photo: null }),
    schema,
    save: ({ message, photo }) =>
      send[isNew ? 'ask' : 'write']({ params: { id }, fields: { message }, file: photo }),
    queryKey: questionsKey,
    messages: { saveFailed: messages.sendFailed },
    onDone: () => onSent(null),
    onSaved: (reply) => {
      state.form.reset({ message: '', photo: null });
      toast.show(reply.message);
      onSent(reply.question_id ?? null);
    },
  });
  const { form } = state;
  const photo = form.watch('photo');
  return (
    <FormShell
      differences={() => []}
      onCancel={null}
      state={state}
      submitLabel={t('Send', 'Enviar')}
      upload={{ cancel, percent: photo && percent, name: photo?.name ?? '' }}
    >
      <Field
        error={form.formState.errors.message?.message}
        label={messages.messageLabel}
        name="message"
        required
      >
        <Textarea
          className="field-sizing-content max-h-72 min-h-24"
          maxLength={2_000}
          {...form.register('message')}
        />
      </Field>
      <FormFile
        control={form.control}
        disabled={state.isSaving}
        kinds={askSettlementQuestion.upload.kinds}
        label={messages.photoLabel}
        name="photo"
        plain
      />
    </FormShell>
  );
}
