import { describe, expect, it } from 'vitest';
import { cleanLine, isBlank } from './blank-text.ts';
import { accountKey, foldLine, foldText } from './text-fold.ts';

const apostrophes = [..."'’‘‛ʼʻʹˈ`´′＇՚ꞌ"];
const dashes = [...'-‐‑‒–—―−－﹣'];
const spaces = [' ', '\u00a0', '\u2009', '\u202f', '\u3000', '\u2007', '\u205f'];
const invisible = [
  ...['\u200b', '\u2060', '\ufeff', '\u00ad', '\u200e', '\u200f', '\u061c', '\u180e', '\u034f'],
  ...['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'],
  ...['\u3164', '\u115f', '\uffa0', '\ufff9'],
];
const joiners = ['\u200c', '\u200d'];
const codeOf = (sign: string) => `U+${sign.codePointAt(0)?.toString(16)}`;

describe('two texts that look the same', () => {
  it.each([
    ...apostrophes.map((sign) => [codeOf(sign), `O${sign}BRIEN`, "o'brien"]),
    ...dashes.map((sign) => [codeOf(sign), `Smith${sign}Jones`, 'smith-jones']),
    ...spaces.map((sign) => [codeOf(sign), `Van${sign}Dyke`, 'van dyke']),
    ...[...'"“”„«»＂″'].map((sign) => [codeOf(sign), `${sign}Bo`, '"bo']),
    ...[...invisible, ...joiners].map((sign) => [codeOf(sign), `O'${sign}Brien${sign}`, "o'brien"]),
    ['ligatures', 'ﬁne Æsir', 'fine aesir'],
  ])('are equal: %s', (_, text, plain) => {
    expect(foldText(text ?? '')).toBe(plain);
    expect(foldLine(`  ${text} \n`)).toBe(plain);
  });

  it('have the same account, unless an accent differs', () => {
    expect(accountKey(' O’Brien\u200b‑Ⅳ ')).toBe("o'brien-iv");
    expect(accountKey('José')).toBe('josé');
    expect(accountKey('ann\u200d@example.com')).toBe('ann@example.com');
  });
});

describe('a text that shows nothing', () => {
  it.each(
    [...invisible, ...joiners, ...spaces, '\u2800', '\ufe0f'].map((sign) => [codeOf(sign), sign]),
  )('is blank: %s', (_, sign = '') => {
    expect(isBlank(` ${sign}${sign}\n`)).toBe(true);
    expect(cleanLine(`${sign} `)).toBe('');
    expect(isBlank(`a${sign}`)).toBe(false);
  });

  it.each(invisible.map((sign) => [codeOf(sign), sign]))(
    'is removed from a line: %s',
    (_, sign = '') => {
      expect(cleanLine(` ${sign}Rosa ${sign}Delgado${sign} `)).toBe('Rosa Delgado');
    },
  );

  it.each(['می\u200cخواهم', '👩\u200d👩\u200d👧', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '葛󠄀城'])('stays in %s', (name) => {
    expect(cleanLine(name)).toBe(name);
  });
});
