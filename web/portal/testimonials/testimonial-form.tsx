import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { lengthOf } from '#contract/characters.ts';
import { type BodyOf, CallError } from '#contract/endpoint.ts';
import { testimonials as text } from '#contract/messages/testimonials.ts';
import { states } from '#contract/states.ts';
import { longestQuote, type Testimonial, writeTestimonial } from '#contract/testimonials.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Select } from '#web/ui/select.tsx';
import { ConflictNotice } from '../frame/conflict-notice.tsx';
import { putFieldErrors } from '../frame/form-errors.ts';
import { reasonOf } from '../frame/portal-query-client.ts';
import { useOnce } from '../frame/use-send-once.ts';
import { useReviseTestimonial } from './testimonials.data.ts';

const lines = [
  ['client', 'Name'],
  ['role', 'Role'],
  ['company', 'Company'],
  ['city', 'City'],
] as const;
const stateChoices = states.map(([value, label]) => ({ value, label }));

type Words = Pick<Testimonial, 'quote' | 'client' | 'role' | 'company' | 'city' | 'state'>;

// A state is any text until it is judged.
const resolver = zodResolver(writeTestimonial.body) as unknown as Resolver<
  Words,
  unknown,
  BodyOf<typeof writeTestimonial>
>;

function wordsOf({ quote, client, role, company, city, state }: Testimonial): Words {
  return { quote, client, role, company, city, state };
}

interface TestimonialFormProps {
  testimonial: Testimonial;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onSaved: (message: string) => void;
}

/** Puts right what a client wrote; its status stays as it is. */
export function TestimonialForm(props: TestimonialFormProps) {
  const { testimonial, onDirty, onCancel, onSaved } = props;
  const once = useOnce();
  const revise = useReviseTestimonial();
  const [conflict, setConflict] = useState<{ message: string; current: Testimonial } | null>(null);
  // The version that the form was filled from: a refreshed list must not hide somebody else's change.
  const [version, setVersion] = useState(testimonial.version);
  const form = useForm({
    resolver,
    defaultValues: wordsOf(testimonial),
  });
  const { errors, isDirty } = form.formState;
  const quote = form.watch('quote');
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => form.setFocus('quote'), [form]);

  const send = (readAt: number) =>
    form.handleSubmit((words) =>
      once(async () => {
        setConflict(null);
        try {
          const body = { ...words, version: readAt };
          onSaved((await revise.mutateAsync({ id: testimonial.id, body })).message);
        } catch (error) {
          if (error instanceof CallError && error.status === 409 && error.body.current) {
            setConflict({ message: error.body.error, current: error.body.current as Testimonial });
          }
          putFieldErrors(form, error);
        }
      }),
    )();

  return (
    <form
      className="grid gap-4 sm:grid-cols-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send(version);
      }}
    >
      <Field
        className="sm:col-span-2"
        error={errors.quote?.message}
        hint={`${lengthOf(quote)} of ${longestQuote} characters.`}
        label="Quote"
        name="quote"
        required
      >
        <Textarea {...form.register('quote')} rows={5} />
      </Field>
      {lines.map(([name, label]) => (
        <Field error={errors[name]?.message} key={name} label={label} name={name} required>
          <Input {...form.register(name)} />
        </Field>
      ))}
      <Field error={errors.state?.message} label="State" name="state" required>
        <Select {...form.register('state')} options={stateChoices} />
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
            onTheirs={onCancel}
          />
        )}
        {revise.isError && !conflict && (
          <Notice tone="error">{reasonOf(revise.error, text.saveFailed)}</Notice>
        )}
        <div className="flex flex-wrap gap-3">
          <Button busy={revise.isPending} size="sm" type="submit">
            Save
          </Button>
          <Button onClick={onCancel} size="sm" variant="quiet">
            Cancel
          </Button>
        </div>
      </div>
    </form>
  );
}

function differences(current: Testimonial, mine: Words) {
  const labels = [['quote', 'Quote'], ...lines, ['state', 'State']] as const;
  return labels
    .map(([name, label]) => ({ label, theirs: current[name], mine: mine[name] }))
    .filter(({ theirs, mine: own }) => theirs !== own);
}
