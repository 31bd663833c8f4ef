import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { maxQuoteLength } from '#contract/form-choices.ts';
import { testimonialOffice as messages } from '#contract/messages/testimonial-office.ts';
import { type Testimonial, testimonialFields, testimonialInput } from '#contract/testimonials.ts';
import { lengthOf } from '#contract/text/characters.ts';
import { formValues } from '../shared/records/field-values.ts';
import { RecordForm } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { saveTestimonial, testimonialsQuery } from '../shared/testimonials/testimonials.data.ts';

/** A form closes by then even without a connection. */
const maxWaitMs = 3_000;

interface TestimonialFormProps {
  testimonial: Testimonial;
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onSaved: (message: string) => void;
}

/** Edits a testimonial without changing its status. */
export function TestimonialForm({ testimonial, onDirty, onCancel, onSaved }: TestimonialFormProps) {
  const client = useQueryClient();
  const state = useRecordForm({
    draft: 'testimonial',
    record: testimonial,
    idOf: ({ id }) => id,
    valuesOf: (record) => formValues(testimonialFields, record ?? {}),
    schema: testimonialInput,
    save: async (body, to) => {
      const reply = await saveTestimonial(body, to);
      // The card that replaces the form then shows and approves the new text, not the one before.
      const reloaded = client.invalidateQueries(testimonialsQuery);
      await Promise.race([reloaded, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
      return reply;
    },
    queryKey: testimonialsQuery.queryKey,
    messages,
    onDirty,
    onSaved: ({ message }) => onSaved(message),
  });
  const { form } = state;
  const length = lengthOf(form.watch('quote'));
  useEffect(() => form.setFocus('quote'), [form]);
  return (
    <RecordForm
      fields={testimonialFields}
      onCancel={onCancel}
      onKeepSaved={onCancel}
      overrides={{ quote: { hint: `${length} of ${maxQuoteLength} characters.` } }}
      state={state}
    />
  );
}
