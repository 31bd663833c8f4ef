import type { ReactNode } from 'react';
import { directory } from '#contract/company/directory.ts';
import { telHref } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';

export function MainContact() {
  const { mainLine, dispatch, email } = directory.main;
  return (
    <section
      aria-labelledby="main-contact"
      className="on-dark border-l-8 border-signal bg-tar px-5 py-5 text-chalk print:border-l-0 print:bg-transparent print:p-0 print:text-ink"
    >
      <h2 className="sr-only" id="main-contact">
        {t('Main contact', 'Contacto principal')}
      </h2>
      <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2 xl:grid-cols-[auto_auto_1fr] print:grid-cols-[auto_auto_1fr]">
        <Line label={t('Main line', 'Línea principal')}>
          <a className={big} href={telHref(mainLine)}>
            {mainLine}
          </a>
        </Line>
        <Line label={t('Dispatch', 'Despacho')}>
          <a className={big} href={telHref(dispatch)}>
            {dispatch}
          </a>
        </Line>
        <Line
          className="sm:col-span-2 xl:col-span-1 print:col-span-1"
          label={t('Company email', 'Correo de la empresa')}
        >
          <a
            className="inline-flex min-h-11 items-center text-base font-semibold wrap-anywhere hover:underline print:min-h-0 print:text-sm"
            href={`mailto:${email}`}
          >
            {email}
          </a>
        </Line>
      </dl>
    </section>
  );
}

const big =
  'display inline-flex min-h-11 items-center text-xl hover:underline print:min-h-0 print:text-sm';

interface LineProps {
  label: string;
  className?: string;
  children: ReactNode;
}

function Line({ label, className, children }: LineProps) {
  return (
    <div className={className}>
      <dt className="legend text-haze print:text-steel">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
