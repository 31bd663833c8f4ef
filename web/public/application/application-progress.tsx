import { type RefObject, useEffect, useState } from 'react';
import { type FormValues, readForm } from '#web/lib/form-values.ts';
import { progressOf, stops } from './application-stops.ts';

/** How far the application is: its sections as stops on a road, and the required answers in figures. */
export function ApplicationProgress({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const [values, setValues] = useState<FormValues>({});
  const { given, all, done } = progressOf(values);

  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const read = () => {
      const file = element.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0];
      setValues({ ...readForm(element), ...(file ? { resume: file.name } : {}) });
    };
    read();
    element.addEventListener('input', read);
    return () => element.removeEventListener('input', read);
  }, [form]);

  return (
    <nav aria-label="Sections of this form" className="bg-paper pt-2 pb-3">
      <p className="flex justify-between gap-4 text-sm">
        <span className="font-display font-semibold">
          {given === all ? 'Ready to send' : 'Progress'}
        </span>
        <span className="tabular-nums">
          {given} of {all} required answers
        </span>
      </p>
      <progress
        aria-label="Required answers given"
        className="mt-1 block h-1.5 w-full appearance-none overflow-hidden border-0 bg-well accent-rust [&::-moz-progress-bar]:bg-rust [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-rust"
        max={all}
        value={given}
      />
      <ol className="mt-1 hidden justify-between gap-2 lg:flex">
        {stops.map((stop, index) => (
          <li key={stop.id}>
            <a
              className="inline-flex min-h-8 items-center gap-1.5 font-display text-xs font-semibold whitespace-nowrap hover:underline"
              href={`#${stop.id}`}
            >
              <span
                aria-hidden="true"
                className={`grid size-5 place-items-center rounded-sm tabular-nums ${done[index] ? 'bg-ink text-paper' : 'bg-well text-ink'}`}
              >
                {done[index] ? '✓' : index + 1}
              </span>
              {stop.short}
              {done[index] && <span className="sr-only"> (filled in)</span>}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
