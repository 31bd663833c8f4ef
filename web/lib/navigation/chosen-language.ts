import { isLanguage, type Language } from '#contract/text/languages.ts';
import { pageLanguage, pathIn } from '#contract/wire/page-languages.ts';

const key = 'headrack:language';

/** Remembers on this device which language was chosen with the switch. */
export function chooseLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Storage is blocked: the address alone decides.
  }
}

/** The language chosen on this device; null before any choice. */
function chosenLanguage(): Language | null {
  try {
    const chosen = localStorage.getItem(key);
    return isLanguage(chosen) ? chosen : null;
  } catch {
    return null;
  }
}

/** Loads this page in the language chosen here before. Returns whether it does. */
export function followChosenLanguage(): boolean {
  const { language, path } = pageLanguage(location.pathname);
  const chosen = chosenLanguage() ?? language;
  if (chosen !== language) location.replace(pathIn(chosen, path) + location.search);
  return chosen !== language;
}

/** Shows the home page in the language chosen here before, when someone comes from outside. */
export function followOnHomePage(): void {
  const isHome = pageLanguage(location.pathname).path === '/';
  if (isHome && !document.referrer.startsWith(location.origin)) followChosenLanguage();
}
