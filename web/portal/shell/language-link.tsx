import { Languages } from 'lucide-react';
import { useLocation } from 'react-router';
import { setLanguage } from '#contract/session.ts';
import { currentLanguage, type Language } from '#contract/text/languages.ts';
import { pathIn } from '#contract/wire/page-languages.ts';
import { call } from '#web/lib/api/api.ts';
import { chooseLanguage } from '#web/lib/navigation/chosen-language.ts';

/** Keeps the language on the device, and on the account for what it is sent; offline the account keeps its own. */
async function choose(language: Language, href: string): Promise<void> {
  chooseLanguage(language);
  await call(setLanguage, { body: { language } }).catch(() => undefined);
  location.assign(href);
}

/** The same page in the other language, as a new document. */
export function LanguageLink({ className }: { className: string }) {
  const { pathname, search } = useLocation();
  const other = currentLanguage() === 'es' ? 'en' : 'es';
  const href = pathIn(other, pathname) + search;
  return (
    <a
      className={className}
      href={href}
      lang={other}
      onClick={(event) => {
        event.preventDefault();
        void choose(other, href);
      }}
    >
      <Languages aria-hidden="true" className="size-5 shrink-0" />
      {other === 'es' ? 'Español' : 'English'}
    </a>
  );
}
