import type { Language } from '#contract/text/languages.ts';

/** The language of this device's pages, which `registerOfflineApp` names. */
export const languageOf = ({ search }: { search: string }): Language =>
  search === '?es' ? 'es' : 'en';
