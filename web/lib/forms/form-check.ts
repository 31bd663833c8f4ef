import {
  type FocusEvent,
  type InputEvent,
  type RefObject,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { field } from '#contract/messages/general.ts';
import { type FormValues, readForm, unreadable } from './form-values.ts';

type Errors = Record<string, string>;

type Check = (values: FormValues) => Errors;

export interface FormChecks {
  /** Errors by wire name; they block sending. */
  errors: Check;
  /** Warnings by wire name; they don't block sending. */
  warnings?: Check;
}

/** Validates a form's fields: each on blur, and while it has an error on every input. */
export function useFormCheck(
  form: RefObject<HTMLFormElement | null>,
  /** Null until they are loaded. */
  checks: FormChecks | null,
  first: Errors = {},
) {
  const [errors, setErrors] = useState(first);
  const [warnings, setWarnings] = useState<Errors>({});
  /** Every error that validation has found in this page; any other error came from the server. */
  const found = useRef<Errors>({});

  const afterPress = useAfterPress();

  const all = (loaded = checks): Errors => {
    if (!form.current || !loaded) return {};
    const unread = unreadable(form.current).map((name) => [name, field.date] as const);
    const now = { ...loaded.errors(readForm(form.current)), ...Object.fromEntries(unread) };
    Object.assign(found.current, now);
    return now;
  };

  /** Clears fixed errors, also of related fields such as an earlier date. */
  const clearFixed = (): Errors => {
    const now = all();
    const isLeft = ([name, error]: [string, string]) => now[name] || found.current[name] !== error;
    setErrors((old) => kept(old, Object.fromEntries(Object.entries(old).filter(isLeft))));
    return now;
  };

  const validateField = (name: string) => {
    const error = clearFixed()[name];
    setErrors((old) => {
      const { [name]: _, ...others } = old;
      return kept(old, error ? { ...others, [name]: error } : others);
    });
  };

  const warn = () => {
    if (!form.current) return;
    const now = checks?.warnings?.(readForm(form.current)) ?? {};
    setWarnings((old) => kept(old, now));
  };
  const warnAtFirst = useEffectEvent(warn);

  // Fields that were filled in before the checks had loaded have lost their blur events.
  useEffect(() => {
    if (checks) warnAtFirst();
  }, [checks]);

  /** Clears the errors of a list whose rows have moved. */
  const forget = useCallback((list: string) => {
    const rest = (old: Errors) =>
      Object.fromEntries(Object.entries(old).filter(([name]) => !name.startsWith(`${list}.`)));
    setErrors(rest);
    setWarnings(rest);
  }, []);

  return {
    errors,
    warnings,
    setErrors,
    /** Validates the whole form without showing the errors. */
    all,
    onBlur(event: FocusEvent<HTMLFormElement>) {
      const { name, value, type, validity } = event.target as unknown as HTMLInputElement;
      if (!name || type === 'file') return;
      const isDue = value !== '' || errors[name] || validity.badInput;
      afterPress(() => {
        if (isDue) validateField(name);
        warn();
      });
    },
    onInput(event: InputEvent<HTMLFormElement>) {
      const { name, type } = event.target as HTMLInputElement;
      if (!name || type === 'file') return;
      if (errors[name]) validateField(name);
      else if (Object.keys(errors).length > 0) clearFixed();
      // Don't warn about a value that is still being typed.
      if (warnings[name] || type === 'checkbox') warn();
    },
    forget,
  };
}

/** The old texts unless they changed: all fields render again for other ones. */
const kept = (old: Errors, now: Errors): Errors =>
  JSON.stringify(old) === JSON.stringify(now) ? old : now;

/** Delays layout changes until the pointer is up; otherwise a click misses a target that moved. */
function useAfterPress() {
  const isDown = useRef(false);
  const waiting = useRef<(() => void)[]>([]);
  useEffect(() => {
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    const down = () => {
      isDown.current = true;
    };
    const up = () => {
      isDown.current = false;
      // After the click event, which follows pointerup.
      setTimeout(() => {
        for (const run of waiting.current.splice(0)) run();
      });
    };
    addEventListener('pointerdown', down, options);
    addEventListener('pointerup', up, options);
    addEventListener('pointercancel', up, options);
    return () => listening.abort();
  }, []);
  return (run: () => void) => {
    if (isDown.current) waiting.current.push(run);
    else run();
  };
}
