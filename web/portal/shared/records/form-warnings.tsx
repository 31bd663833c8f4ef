import { type Warnings, warningSentences } from '#contract/rules/form-warnings.ts';
import { t } from '#contract/text/languages.ts';
import { Alert } from '#web/ui/alert.tsx';

/** Warnings about answers of a public form, as of the day it was sent. */
export function FormWarnings({ found }: { found: Warnings }) {
  const sentences = warningSentences(found);
  if (sentences.length === 0) return null;
  return (
    <Alert>
      <p>{t('Check these answers:', 'Revise estas respuestas:')}</p>
      <ul className="mt-1 list-disc pl-5 font-normal">
        {sentences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </Alert>
  );
}
