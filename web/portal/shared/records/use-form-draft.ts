import { useEffect, useRef, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { DraftStage } from '#web/lib/drafts/draft-alert.tsx';
import { readDraftFiles } from '#web/lib/drafts/draft-files.ts';
import { deleteFormDraft, type FormDraft, saveFormDraft } from '#web/lib/drafts/form-draft.ts';

interface FormDraftOptions<Row, Values extends FieldValues, Body extends FieldValues> {
  name: string;
  form: UseFormReturn<Values, unknown, Body>;
  /** The draft that the form opened with, if any. */
  stored: FormDraft<Row, Values> | null;
  /** The record that the form changes; null for a new one. */
  base: Row | null;
}

/** Fills a record's form from its draft, and saves its unsaved input as one. */
export function useFormDraft<Row, Values extends FieldValues, Body extends FieldValues>(
  options: FormDraftOptions<Row, Values, Body>,
) {
  const { name, form, stored, base } = options;
  const [stage, setStage] = useState<DraftStage | null>(stored && 'restored');
  const emptied = useRef<Values | null>(null);
  // The files come later; until then the draft must not be stored without them.
  const [areFilesLost, setFilesLost] = useState(false);
  const [isComplete, setComplete] = useState(!stored?.fileFields.length);
  /** Puts unsaved input into the form. */
  const enter = (values: object) =>
    form.reset({ ...form.getValues(), ...values }, { keepDefaultValues: true });

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens
  useEffect(() => {
    if (!stored) return;
    enter(stored.values);
    if (isComplete) return;
    void readDraftFiles(name).then((files) => {
      setFilesLost(stored.fileFields.some((field) => !(field in files)));
      enter(files);
      setComplete(true);
    });
  }, []);

  // Saves the draft without a render on each key press.
  useEffect(() => {
    if (!isComplete) return;
    // The base changed after the values.
    if (form.formState.isDirty) saveFormDraft(name, base, form.getValues());
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty) saveFormDraft(name, base, values);
        else deleteFormDraft(name);
      },
    });
  }, [name, form, base, isComplete]);

  const { isDirty } = form.formState;
  return {
    /** What to say about the draft; null for nothing. */
    stage: isDirty === (stage === 'restored') ? stage : null,
    areFilesLost,
    closeAlert: () => setStage(null),
    startOver() {
      emptied.current = form.getValues();
      form.reset();
      setStage('emptied');
    },
    undo() {
      enter(emptied.current ?? {});
      setStage('restored');
    },
  };
}
