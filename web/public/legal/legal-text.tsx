import type { LegalText as Text } from '#contract/company/legal.ts';
import { usCalendarDay } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';
import { EmailLink } from '../layout/contact-links.tsx';

export function LegalText({ title, updated, sections }: Text) {
  return (
    <main className="wrap pt-12 pb-20 lg:pt-20" id="main">
      <h1 className="display text-3xl">{title}</h1>
      <p className="mt-4 mb-10 text-steel">
        {t('Last updated', 'Última actualización:')}{' '}
        <time dateTime={updated}>{t(updated, usCalendarDay(updated))}</time>
        {t('', ' · Traducción; vale el texto en inglés.')}
      </p>
      {sections.map((section) => (
        <section
          className="grid grid-cols-1 gap-x-10 gap-y-4 border-t-2 border-ink py-8 lg:grid-cols-[17rem_minmax(0,1fr)]"
          key={section.title}
        >
          <h2 className="display text-lg">{section.title}</h2>
          <div className="measure grid grid-cols-1 gap-4">
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        </section>
      ))}
      <p className="border-t-2 border-ink pt-6">
        {t('Questions? Write to', '¿Preguntas? Escriba a')} <EmailLink className="text-link" />.
      </p>
    </main>
  );
}
