import { afterEach, expect, test } from 'vitest';
import {
  inEnglish,
  inLanguage,
  preferredLanguage,
  serveLanguages,
} from '#server/platform/runtime/languages.ts';
import { locale, readLanguageFrom, spanishOf, t, translated } from './languages.ts';

const spanish = {
  none: 'No hay ninguno.',
  count: (count: number) => `${count} cargas`,
  ended: { closed: 'Cerrada.' },
  office: null,
};
const english = {
  none: 'There are none.',
  count: (count: number) => `${count} loads`,
  ended: { closed: 'Closed.' },
  office: 'Closed by the office.',
} as const;

const texts = translated(spanish, english);
/** Made by a schema while it loads, before this process served anything. */
readLanguageFrom();
const loaded = texts.count(7);
serveLanguages();

afterEach(serveLanguages);

test('messages read in the language of the work, English outside of any', () => {
  const read = () => [texts.none, texts.count(2), texts.ended.closed, t('Pay', 'Pago'), locale()];
  expect(read()).toEqual(['There are none.', '2 loads', 'Closed.', 'Pay', 'en-US']);
  expect(inLanguage('es', read)).toEqual([
    ...['No hay ninguno.', '2 cargas', 'Cerrada.', 'Pago'],
    'es-US',
  ]);
  expect(inLanguage('es', () => inLanguage('en', read))).toEqual(read());
  expect(inLanguage('es', () => texts.office)).toBe('Closed by the office.');
});

test('a call makes English sentences, and its answer finds their Spanish', () => {
  const made = new Map<string, string>();
  expect(inEnglish(made, () => texts.count(3))).toBe('3 loads');
  expect(spanishOf('3 loads', made)).toBe('3 cargas');
  expect(spanishOf('There are none.', made)).toBe('No hay ninguno.');
  expect(spanishOf(loaded, made)).toBe('7 cargas');
  // Of another request, and of a person.
  expect(spanishOf('4 loads', made)).toBe('4 loads');
  expect(spanishOf('toString', made)).toBe('toString');
});

test('Spanish has the same keys and parameters', () => {
  // @ts-expect-error: a message without Spanish.
  translated({ none: 'No hay ninguno.' }, { none: 'There are none.', other: 'Another.' });
  // @ts-expect-error: a Spanish message without English.
  translated({ none: 'No hay ninguno.', old: 'Viejo.' }, { none: 'There are none.' });
  // @ts-expect-error: another parameter.
  translated({ count: (count: string) => count }, { count: (count: number) => `${count}` });
  // @ts-expect-error: text instead of a function.
  translated({ count: 'cargas' }, { count: (count: number) => `${count}` });
  // @ts-expect-error: in a group.
  translated({ group: { a: 'a', b: 'b' } }, { group: { a: 'a' } });
  expect(translated({ none: 'No.' }, { none: 'None.' }).none).toBe('None.');
});

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['es-MX,es;q=0.9,en-US;q=0.8,en;q=0.7', 'es'],
  ['ES', 'es'],
  ['en;q=0.5, es;q=0.6', 'es'],
  ['de,es;q=0.3', 'es'],
  ['es;q=0', 'en'],
  ['est-EE, eng', 'en'],
] as const)('Accept-Language %s is %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
