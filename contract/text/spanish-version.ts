import { currentLanguage } from './languages.ts';

/** A record as the current language shows it: its texts, in Spanish where there is a Spanish version. */
export function inOwnLanguage<R extends object>(record: R): R {
  const shown = { ...record } as Record<string, unknown>;
  for (const [name, text] of Object.entries(record)) {
    const english = name.replace(/(_e|E)s$/, '');
    if (english === name) continue;
    delete shown[name];
    if (text && currentLanguage() === 'es') shown[english] = text;
  }
  return shown as R;
}
