import { type FocusEvent, type InputEvent, type RefObject, useState } from 'react';
import { field } from '#contract/messages/general.ts';
import { type FormValues, readForm, unreadable } from './form-values.ts';

type Errors = Record<string, string>;

type Check = (values: FormValues) => Errors;

/** Keeps the errors of a form: a field is judged when it is left and again while it is put right. */
export function useFormCheck(
  form: RefObject<HTMLFormElement | null>,
  /** Brings the rules, which are not worth loading before somebody types. */
  load: () => Promise<Check>,
  first: Errors = {},
) {
  const [errors, setErrors] = useState(first);

  const all = async (): Promise<Errors> => {
    const check = await load();
    if (!form.current) return {};
    const unread = unreadable(form.current).map((name) => [name, field.date] as const);
    return { ...check(readForm(form.current)), ...Object.fromEntries(unread) };
  };

  const judge = async (name: string) => {
    try {
      const wrong = (await all())[name];
      setErrors(({ [name]: _, ...others }) => (wrong ? { ...others, [name]: wrong } : others));
    } catch {
      // The rules did not arrive: the server judges when the form is sent.
    }
  };

  return {
    errors,
    setErrors,
    /** What is wrong with the whole form now; shows nothing yet, rejects when the rules do not arrive. */
    all,
    /** Fetches the rules ahead of their first use. */
    onFocus() {
      load().catch(() => {});
    },
    onBlur(event: FocusEvent<HTMLFormElement>) {
      const { name, value, type, validity } = event.target as unknown as HTMLInputElement;
      if (!name || type === 'file') return;
      if (value !== '' || errors[name] || validity.badInput) void judge(name);
    },
    onInput(event: InputEvent<HTMLFormElement>) {
      const { name, type } = event.target as HTMLInputElement;
      if (name && type !== 'file' && errors[name]) void judge(name);
    },
    /** Forgets the errors of a list whose rows have moved. */
    forget(list: string) {
      setErrors((old) =>
        Object.fromEntries(Object.entries(old).filter(([name]) => !name.startsWith(`${list}.`))),
      );
    },
  };
}
