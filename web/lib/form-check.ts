import { type FocusEvent, type InputEvent, type RefObject, useState } from 'react';
import { field } from '#contract/messages/general.ts';
import { type FormValues, readForm, unreadable } from './form-values.ts';

type Errors = Record<string, string>;

type Check = (values: FormValues) => Errors;

/** Keeps the errors of a form: a field is judged when it is left and again while it is put right. */
export function useFormCheck(
  form: RefObject<HTMLFormElement | null>,
  check: Check,
  first: Errors = {},
) {
  const [errors, setErrors] = useState(first);

  const all = (): Errors => {
    if (!form.current) return {};
    const unread = unreadable(form.current).map((name) => [name, field.date] as const);
    return { ...check(readForm(form.current)), ...Object.fromEntries(unread) };
  };

  const judge = (name: string) => {
    const wrong = all()[name];
    setErrors(({ [name]: _, ...others }) => (wrong ? { ...others, [name]: wrong } : others));
  };

  return {
    errors,
    setErrors,
    /** What is wrong with the whole form now; shows nothing yet. */
    all,
    onBlur(event: FocusEvent<HTMLFormElement>) {
      const { name, value, type, validity } = event.target as unknown as HTMLInputElement;
      if (!name || type === 'file') return;
      if (value !== '' || errors[name] || validity.badInput) judge(name);
    },
    onInput(event: InputEvent<HTMLFormElement>) {
      const { name, type } = event.target as HTMLInputElement;
      if (name && type !== 'file' && errors[name]) judge(name);
    },
    /** Forgets the errors of a list whose rows have moved. */
    forget(list: string) {
      setErrors((old) =>
        Object.fromEntries(Object.entries(old).filter(([name]) => !name.startsWith(`${list}.`))),
      );
    },
  };
}
