import { useLayoutEffect, useRef, useState } from 'react';
import { isCalendarDate } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';
import { Field } from './field.tsx';
import { type FieldOptions, useFormField } from './form-state.tsx';
import { Input } from './input.tsx';

/** A date input that is a text input until focused. Its value is YYYY-MM-DD. */
export function DateField({ name, ...field }: FieldOptions) {
  const { value, ...messages } = useFormField(name);
  const [type, setType] = useState(isCalendarDate(value) ? 'date' : 'text');
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
      <Input
        autoComplete="off"
        className="h-12"
        defaultValue={value}
        onBeforeInput={({ data, currentTarget }) => {
          // Dictation and autofill insert a whole date; the native control accepts single digits only.
          if (currentTarget.type !== 'date' || !isCalendarDate(data)) return;
          currentTarget.value = data;
          currentTarget.dispatchEvent(new Event('input', { bubbles: true }));
        }}
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
        placeholder={t('YYYY-MM-DD', 'AAAA-MM-DD')}
        ref={input}
        type={type}
      />
    </Field>
  );
}
