/** The language of the texts that the server makes. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { type Language, readLanguageFrom } from '#contract/text/languages.ts';

interface Texts {
  language: Language;
  /** The Spanish of sentences that a request made in English. */
  made: Map<string, string> | null;
}

const current = new AsyncLocalStorage<Texts>();

/** Call it once, after every module has loaded. */
export function serveLanguages(): void {
  readLanguageFrom({ language: languageOfTexts, made: () => current.getStore()?.made ?? null });
}

export const languageOfTexts = (): Language => current.getStore()?.language ?? 'en';

/** Runs work whose texts are for a reader of this language: a page, a mail, a push, a calendar. */
export const inLanguage = <T>(language: Language, work: () => T): T =>
  current.run({ language, made: null }, work);

/** The parts of a download whose texts are for a reader of this language. */
export async function* partsInLanguage<T>(
  language: Language,
  parts: AsyncGenerator<T>,
): AsyncGenerator<T> {
  try {
    for (;;) {
      // What a generator does belongs to who asks for its next part.
      const next = await inLanguage(language, () => parts.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await parts.return(undefined);
  }
}

/**
 * Runs a call whose answer will be Spanish. What it makes is English, because calls also write mails, notices and
 * audit entries for others; `made` gets the Spanish of its sentences, for the answer.
 */
export const inEnglish = <T>(made: Map<string, string>, work: () => T): T =>
  current.run({ language: 'en', made }, work);

/** The first of our languages in an Accept-Language header by weight and order; English without any. */
export function preferredLanguage(header = ''): Language {
  let best: { language: Language; weight: number } = { language: 'en', weight: 0 };
  for (const part of header.toLowerCase().split(',', 20)) {
    const [, tag, quality = '1'] = /^\s*(en|es)\b[\w-]*\s*(?:;\s*q=([\d.]+))?/.exec(part) ?? [];
    const weight = Number(quality);
    if (tag && weight > best.weight) best = { language: tag as Language, weight };
  }
  return best.language;
}
