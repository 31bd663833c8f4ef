import { useLayoutEffect, useRef, useState } from 'react';
import { isCalendarDate } from '#contract/rules/dates.ts';
import { typedDate } from '#contract/rules/typed-dates.ts';
import { t } from '#contract/text/languages.ts';
import { DateInput } from './date-input.tsx';
import { Field } from './field.tsx';
import { type FieldOptions, useFormField } from './form-state.tsx';

/** A date input that is a text input until focused. Its value is YYYY-MM-DD. */
export function DateField({ name, ...field }: FieldOptions) {
  const { value, ...messages } = useFormField(name);
  const [type, setType] = useState(typedDate(value) ? 'date' : 'text');
  const input = useRef<HTMLInputElement>(null);
  const isRefocusing = useRef(false);
  useLayoutEffect(() => {
    if (type !== 'date' || document.activeElement !== input.current) return;
    // Safari takes keys only in a control that was a date control when it got the focus.
    isRefocusing.current = true;
    input.current?.blur();
    input.current?.focus({ preventScroll: true });
    isRefocusing.current = false;
  }, [type]);
  return (
    <Field {...field} {...messages} name={name}>
      <DateInput
        autoComplete="off"
        className="h-12"
        defaultValue={typedDate(value) ?? value}
        onBlur={(event) => {
          if (isRefocusing.current) return event.stopPropagation();
          const { value: text, validity } = event.currentTarget;
          // Half a date also reads as '', and must stay visible.
          if (text === '' && !validity.badInput) setType('text');
        }}
        onFocus={({ currentTarget: { value: text } }) => {
          // The native control would drop a text that it can't parse.
          if (text === '' || isCalendarDate(text)) setType('date');
        }}
        placeholder={t('MM/DD/YYYY', 'MM/DD/AAAA')}
        ref={input}
        type={type}
      />
    </Field>
  );
}
