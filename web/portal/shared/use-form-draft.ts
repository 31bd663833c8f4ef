import { useEffect } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { deleteFormDraft, saveFormDraft } from '#web/lib/form-draft.ts';

/** Saves a form's values as a draft while it is dirty, without a render on each key press. */
export function useHookFormDraft<Values extends FieldValues, Context, Sent>(
  name: string,
  form: UseFormReturn<Values, Context, Sent>,
  target: unknown,
): void {
  useEffect(() => {
    // The target changed after the values.
    if (form.formState.isDirty) saveFormDraft(name, target, form.getValues());
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => {
        if (isDirty) saveFormDraft(name, target, values);
        else deleteFormDraft(name);
      },
    });
  }, [name, form, target]);
}

/** Fills a form with a draft on mount; the saved values stay its defaults. */
export function useRestoredValues<Values extends FieldValues, Context, Sent>(
  form: UseFormReturn<Values, Context, Sent>,
  saved: Values,
  kept: Partial<Values> | null | undefined,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens
  useEffect(() => {
    if (kept) form.reset({ ...saved, ...kept }, { keepDefaultValues: true });
  }, []);
}
