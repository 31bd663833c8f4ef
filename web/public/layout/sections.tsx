import { type ReactNode, useId } from 'react';
import { statistics } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';

interface NumberedSectionProps {
  /** The number printed beside the title. */
  number: number;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** A numbered section of a public page: number and title on the left, content on the right. */
export function NumberedSection({ number, title, intro, children }: NumberedSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="stop wrap">
      <div className="stop-head">
        <p aria-hidden="true" className="stop-plate display">
          {number}
        </p>
        <h2 className="display text-2xl lg:text-[min(var(--text-2xl),3.8vw)]" id={id}>
          {title}
        </h2>
        {intro && <div className="mt-4 text-steel">{intro}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

/** The company's statistics. */
export function InfoBanner() {
  return (
    <section
      aria-label={t('Company statistics', 'La empresa en cifras')}
      className="on-dark bg-asphalt text-chalk"
    >
      <dl className="wrap grid grid-cols-1 gap-y-6 py-10 gap-x-4 md:grid-cols-[auto_auto_auto]">
        {statistics.map(({ figure, label, spanish }) => (
          <div
            className="flex flex-col-reverse justify-end border-l-4 border-lane pl-5 max-md:flex-row-reverse max-md:flex-wrap-reverse max-md:items-baseline max-md:justify-end max-md:gap-x-3"
            key={label}
          >
            <dt className="text-haze md:text-lg">{t(label, spanish)}</dt>
            <dd className="display text-2xl md:text-3xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
