import { useLocation } from 'react-router';
import { currentLanguage } from '#contract/text/languages.ts';
import { pathIn } from '#contract/wire/page-languages.ts';
import { chooseLanguage } from '#web/lib/navigation/chosen-language.ts';

/** The same page in the other language, as a new document: this one keeps its language. */
export function LanguageSwitch({ className }: { className: string }) {
  const { pathname } = useLocation();
  const other = currentLanguage() === 'es' ? 'en' : 'es';
  return (
    <a
      className={className}
      href={pathIn(other, pathname)}
      lang={other}
      onClick={({ currentTarget }) => {
        // Not in the markup: the server renders without the keys that don't change the page.
        currentTarget.search = location.search;
        chooseLanguage(other);
      }}
    >
      {other === 'es' ? 'Español' : 'English'}
    </a>
  );
}
