import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { t } from '#contract/text/languages.ts';
import { type FormValues, readForm } from '#web/lib/forms/form-values.ts';
import { progressOf, sections } from './application-sections.tsx';

type Errors = Record<string, string>;

interface ApplicationProgressProps {
  form: RefObject<HTMLFormElement | null>;
  /** The errors shown now. */
  errors: Errors;
  /** Validates the whole form without showing the errors. */
  findErrors: () => Errors;
  /** Whether it can, which takes a script that loads when the form is used. */
  isChecked: boolean;
}

/** Progress of the application: links to its sections and the count of required answers. */
export function ApplicationProgress(props: ApplicationProgressProps) {
  const { form, errors, findErrors, isChecked } = props;
  const [values, setValues] = useState<FormValues>({});
  const [found, setFound] = useState<Errors>({});
  const { given, all, done, errors: wrong } = progressOf(values, { ...found, ...errors });
  const find = useEffectEvent(() => setFound(findErrors()));

  // biome-ignore lint/correctness/useExhaustiveDependencies: `findErrors` finds more once it is checked
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const read = () => {
      const file = element.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0];
      setValues({ ...readForm(element), ...(file ? { resume: file.name } : {}) });
      find();
    };
    read();
    element.addEventListener('input', read);
    return () => element.removeEventListener('input', read);
  }, [form, isChecked]);

  return (
    <>
      <nav aria-label={t('Sections of this form', 'Secciones de este formulario')}>
        <p className="flex flex-wrap justify-between gap-x-4 text-sm">
          <span className="font-display font-semibold">{titleOf(given === all, wrong)}</span>
          <span className="tabular-nums">
            {t(`${given} of ${all} required answers`, `${given} de ${all} respuestas obligatorias`)}
          </span>
        </p>
        <ol className="mt-1 hidden flex-wrap justify-between gap-x-2 lg:flex">
          {sections.map((section, index) => (
            <li key={section.id}>
              <a
                className="inline-flex min-h-8 items-center gap-1.5 font-display text-xs font-semibold whitespace-nowrap hover:underline"
                href={`#${section.id}`}
              >
                <span
                  aria-hidden="true"
                  className={`grid size-5 place-items-center rounded-sm tabular-nums ${done[index] ? 'bg-ink text-paper' : 'bg-well text-ink'}`}
                >
                  {done[index] ? '✓' : index + 1}
                </span>
                {section.short()}
                {done[index] && (
                  <span className="sr-only"> {t('(filled in)', '(contestada)')}</span>
                )}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {/* Only this stays in sight: anything taller would leave no room for the form on a small or enlarged screen. */}
      <progress
        aria-label={t('Required answers given', 'Respuestas obligatorias contestadas')}
        className="sticky top-0 z-20 mt-1 mb-3 block h-1.5 w-full appearance-none overflow-hidden border-0 bg-well accent-rust [&::-moz-progress-bar]:bg-rust [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-rust"
        max={all}
        value={given}
      />
    </>
  );
}

function titleOf(isComplete: boolean, wrong: number): string {
  if (wrong > 0)
    return wrong === 1
      ? t('1 answer to correct', '1 respuesta por corregir')
      : t(`${wrong} answers to correct`, `${wrong} respuestas por corregir`);
  return isComplete ? t('Ready to send', 'Lista para enviar') : t('Progress', 'Avance');
}
