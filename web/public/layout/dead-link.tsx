import { company, telHref } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';
import { AnchorButton, LinkButton } from '#web/ui/button.tsx';

/** Replaces the form of a one-time link that no longer works. */
export function DeadLink({ above, sentence }: { above: string; sentence: string }) {
  const phone = company.phones.general.number;
  return (
    <main className="wrap pt-12 pb-24 lg:pt-20" id="main">
      <p className="legend text-steel">{above}</p>
      <h1 className="display mt-3 text-2xl">
        {t("This link doesn't work", 'Este enlace no funciona')}
      </h1>
      <p className="measure mt-5 text-lg">{sentence}</p>
      <div className="mt-8 flex flex-wrap gap-4">
        <AnchorButton href={telHref(phone)}>{t(`Call ${phone}`, `Llame al ${phone}`)}</AnchorButton>
        <LinkButton to="/" variant="secondary">
          {t('Go to the home page', 'Ir al inicio')}
        </LinkButton>
      </div>
    </main>
  );
}
