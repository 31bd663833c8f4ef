import * as z from 'zod/mini';
import { type AutomaticReply, automaticReplySentences } from '#contract/automatic-reply.ts';
import { automaticReply as messages } from '#contract/messages/chat.ts';
import { officeAt } from '#contract/rules/office-hours.ts';
import { text } from '#contract/wire/fields.ts';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Textarea } from '#web/ui/input.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { toast } from '../shared/toast.tsx';
import { automaticReplyQuery, saveAutomaticReply } from './canned-replies.data.ts';

const maxLength = 1000;

const schema = z.object({
  is_on: z.pipe(
    z.boolean(),
    z.transform((isOn) => (isOn ? 1 : 0)),
  ),
  text: text(maxLength),
});

export const automaticReplyDraft = 'automatic reply';

/** The reply as the server stored it; an unchanged one keeps its version. */
function storedOf(
  base: AutomaticReply,
  { is_on, text }: { is_on: boolean; text: string },
): AutomaticReply {
  const isOn = is_on ? 1 : 0;
  if (isOn === base.is_on && text === base.text) return base;
  return { is_on: isOn, text, version: base.version + 1 };
}

const yesOrNo = (isOn: boolean) => (isOn ? 'Yes' : 'No');

interface AutomaticReplyFormProps {
  reply: AutomaticReply;
  onDirty: (isDirty: boolean) => void;
}

/** Turns the automatic reply on and off and changes its text; shows what employees get. */
export function AutomaticReplyForm({ reply, onDirty }: AutomaticReplyFormProps) {
  const state = useRecordForm({
    draft: automaticReplyDraft,
    record: reply as AutomaticReply | null,
    idOf: () => 0,
    valuesOf: (record) => ({ is_on: record?.is_on === 1, text: record?.text ?? '' }),
    schema,
    save: saveAutomaticReply,
    queryKey: automaticReplyQuery.queryKey,
    messages,
    onDirty,
    onSaved: ({ message }, { values, base, rebase }) => {
      if (base) rebase(storedOf(base, values));
      toast.show(message);
    },
  });
  const { register, formState, watch } = state.form;
  const { isOpen, until } = officeAt(new Date());
  return (
    <FormShell
      differences={(current, entered) =>
        [
          {
            label: messages.isOn,
            saved: yesOrNo(current.is_on === 1),
            entered: yesOrNo(entered.is_on),
          },
          { label: messages.text, saved: current.text, entered: entered.text },
        ].filter(({ saved, entered: other }) => saved !== other)
      }
      onCancel={null}
      state={state}
    >
      <Checkbox label={messages.isOn} {...register('is_on')} />
      <Field error={formState.errors.text?.message} label={messages.text} name="text">
        <Textarea
          className="field-sizing-content max-h-72 min-h-20"
          maxLength={maxLength}
          {...register('text')}
        />
      </Field>
      <div>
        <p className="font-display text-sm font-semibold">{messages.preview}</p>
        <p className="border-l-4 border-line pl-3 whitespace-pre-wrap text-steel wrap-anywhere">
          {automaticReplySentences(watch('text'), isOpen ? officeAt(new Date(until)).until : until)}
        </p>
      </div>
    </FormShell>
  );
}
