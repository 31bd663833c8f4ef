import { type InputEvent, useEffect, useRef, useState } from 'react';
import { lengthOf } from '#contract/characters.ts';
import { ChoiceField } from '#web/ui/choice-field.tsx';
import { useFormField } from '#web/ui/form-state.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';

/** What the contract has to say about the fields; the page's loader brings it without the schemas. */
export interface TestimonialChoices {
  /** Longest quote in characters. */
  longest: number;
  states: readonly { value: string; label: string }[];
}

/** The words first, then whose they are. */
export function TestimonialFields({ choices }: { choices: TestimonialChoices }) {
  return (
    <>
      <QuoteField longest={choices.longest} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField autoComplete="name" label="Your name" name="client" required />
        <TextField
          autoComplete="organization-title"
          hint="For example: Sales Manager."
          label="Your role"
          name="role"
          required
        />
        <TextField
          autoComplete="organization"
          className="sm:col-span-2"
          label="Company"
          name="company"
          required
        />
        <TextField autoComplete="address-level2" label="City" name="city" required />
        <ChoiceField
          autoComplete="address-level1"
          label="State"
          name="state"
          options={choices.states}
          required
        />
      </div>
    </>
  );
}

function QuoteField({ longest }: { longest: number }) {
  const { value } = useFormField('quote');
  const area = useRef<HTMLTextAreaElement>(null);
  const [length, setLength] = useState(lengthOf(value));
  // Some of it may have been typed before this script arrived.
  useEffect(() => setLength(lengthOf(area.current?.value ?? '')), []);
  const left = longest - length;
  return (
    <AreaField
      hint={
        <span className={left < 0 ? 'font-semibold text-danger' : ''}>
          {left < 0
            ? `${(-left).toLocaleString('en-US')} characters too many: ${longest} is what a slide holds.`
            : `A sentence or two. ${length} of ${longest} characters.`}
        </span>
      }
      label="How did it go?"
      name="quote"
      onInput={(event: InputEvent<HTMLTextAreaElement>) =>
        setLength(lengthOf(event.currentTarget.value))
      }
      ref={area}
      required
      rows={6}
    />
  );
}
