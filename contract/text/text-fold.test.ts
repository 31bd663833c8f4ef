import { describe, expect, it } from 'vitest';
import { cleanLine, isBlank } from './blank-text.ts';
import { accountKey, foldLine, foldText } from './text-fold.ts';

const apostrophes = [..."'’‘ʼ`´′"];
const dashes = [...'-‐‑–—−'];
const spaces = [' ', '\u00a0', '\u202f', '\u3000'];
const invisible = ['\u200b', '\ufeff', '\u00ad', '\u200e', '\u202e', '\u2066', '\u3164'];
const joiners = ['\u200c', '\u200d'];
describe('two texts that look the same', () => {
  it('are equal', () => {
    const looks: [string, string][] = [
      ...apostrophes.map((sign): [string, string] => [`O${sign}BRIEN`, "o'brien"]),
      ...dashes.map((sign): [string, string] => [`Smith${sign}Jones`, 'smith-jones']),
      ...spaces.map((sign): [string, string] => [`Van${sign}Dyke`, 'van dyke']),
      ...[...invisible, ...joiners].map((sign): [string, string] => [`O'${sign}Brien`, "o'brien"]),
      ['“Bo” ﬁne Æsir', '"bo" fine aesir'],
    ];
    for (const [text, plain] of looks) {
      expect(foldText(text), JSON.stringify(text)).toBe(plain);
      expect(foldLine(`  ${text} \n`)).toBe(plain);
    }
  });

  it('have the same account, unless an accent differs', () => {
    expect(accountKey(' O’Brien\u200b‑Ⅳ ')).toBe("o'brien-iv");
    expect(accountKey('José')).toBe('josé');
    expect(accountKey('ann\u200d@example.com')).toBe('ann@example.com');
  });
});

describe('an invisible character', () => {
  it('alone is blank, and is removed from a line', () => {
    for (const sign of [...invisible, ...joiners, ...spaces, '\u2800', '\ufe0f']) {
      expect(isBlank(` ${sign}${sign}\n`), JSON.stringify(sign)).toBe(true);
      expect(cleanLine(`${sign} `)).toBe('');
      expect(isBlank(`a${sign}`)).toBe(false);
    }
    for (const sign of invisible) {
      expect(cleanLine(` ${sign}Rosa ${sign}Delgado${sign} `)).toBe('Rosa Delgado');
    }
  });

  it.each(['می\u200cخواهم', '👩\u200d👩\u200d👧', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '葛󠄀城'])('stays in %s', (name) => {
    expect(cleanLine(name)).toBe(name);
  });
});
