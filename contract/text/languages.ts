/** Texts in English and Spanish (decision 066). */

export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

export const isLanguage = (value: unknown): value is Language =>
  languages.some((language) => language === value);

interface LanguageSource {
  /** The language of the texts that are being made. */
  language: () => Language;
  /** Where a request with a Spanish answer notes the Spanish of the sentences that it made in English; else null. */
  made: () => Map<string, string> | null;
}

/** The Spanish of each message by its English; and of each sentence that a schema made of one while it loaded. */
const spanishTexts = new Map<string, string>();

/** A document keeps its language until another one is loaded. */
const { document } = globalThis as { document?: { documentElement?: { lang?: string } } };
const documentLanguage: Language = document?.documentElement?.lang?.startsWith('es') ? 'es' : 'en';

const whileLoading = { language: () => documentLanguage, made: () => spanishTexts };
let source: LanguageSource = whileLoading;

/**
 * The server answers many languages at once, so it tells which one is meant. Call it once everything has loaded.
 * Returns what told it before.
 */
export function readLanguageFrom(given: LanguageSource = whileLoading): LanguageSource {
  const former = source;
  source = given;
  return former;
}

export const currentLanguage = (): Language => source.language();

/** For Intl. In the United States, Spanish writes numbers as English does. */
export const locale = (language = currentLanguage()): 'en-US' | 'es-US' =>
  language === 'es' ? 'es-US' : 'en-US';

/** A text that stands where it is shown, with its Spanish. Call it while rendering, never while a module loads. */
export const t = <const E, S>(english: E, spanish: S): E | S =>
  currentLanguage() === 'es' ? spanish : english;

/**
 * The Spanish of messages: the same keys, functions with the same parameters. Null where only the office reads it, in
 * English.
 */
export type Spanish<E> = E extends string
  ? string
  : E extends (...values: infer Values) => infer Text
    ? (...values: Values) => Spanish<Text>
    : { [Key in keyof E]: Spanish<E[Key]> | null };

type SameKeys<S, E> = {
  [Key in keyof S]: Key extends keyof E
    ? S[Key] extends string | null | ((...values: never) => unknown)
      ? unknown
      : SameKeys<S[Key], E[Key]>
    : never;
};

type Texts = Readonly<Record<string, unknown>>;

/** Messages that read as the current language each time they are read. Pages leave out those that they don't read. */
/* @__NO_SIDE_EFFECTS__ */
export function translated<const E extends Texts, S extends Spanish<E>>(
  spanish: S & SameKeys<S, E>,
  english: E,
): E {
  // Browsers need no more than this: a document keeps its language.
  if (document && documentLanguage === 'en') return english;
  return readable(spanish, english) as E;
}

function readable(spanish: Texts, english: Texts): Texts {
  const texts = {};
  for (const [name, text] of Object.entries(english)) {
    const other = spanish[name] ?? text;
    // Another message with the same English may have Spanish.
    if (typeof text === 'string' && other !== text) spanishTexts.set(text, other as string);
    const made = typeof text === 'function' ? noting(text as Sentence, other as Sentence) : text;
    const isGroup = typeof text === 'object';
    const value = isGroup ? readable(other as Texts, text as Texts) : made;
    const get = () => (currentLanguage() === 'es' && !isGroup ? other : value);
    Object.defineProperty(texts, name, { enumerable: true, get });
  }
  return texts;
}

type Sentence = (...values: unknown[]) => string;

/** The English function, which notes the Spanish of what it makes for an answer. */
function noting(english: Sentence, spanish: Sentence): Sentence {
  return (...values) => {
    const text = english(...values);
    source.made()?.set(text, spanish(...values));
    return text;
  };
}

/** A sentence in Spanish; in English when it is no message. `made` has those of the request. */
export const spanishOf = (english: string, made?: ReadonlyMap<string, string>): string =>
  made?.get(english) ?? spanishTexts.get(english) ?? english;
