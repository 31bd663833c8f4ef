/** Values that must be refused, values at the limit that must not be, and any text that people may type. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { FieldRule } from './wire-rules.ts';
import {
  absent,
  badDates,
  badDecimals,
  badEmails,
  badIdLists,
  badNumbers,
  blank,
  type Labelled,
  notText,
  unstorable,
} from './wrong.ts';

const rowsOf = (row: object, count: number) => Array.from({ length: count }, () => row);

/** What a field of that rule must be refused with. */
export function wrongValues(rule: FieldRule): Labelled[] {
  switch (rule.kind) {
    case 'line':
    case 'text':
      return [
        ...notText,
        ...unstorable,
        ...(rule.required ? [...absent, ...blank] : []),
        ['too long by one', 'x'.repeat(rule.max + 1)],
        ['too long by one, line breaks counted once', `x${'\r\n'.repeat(rule.max - 1)}x`],
      ];
    case 'email':
      return [
        ...notText,
        ...unstorable,
        ...absent,
        ...blank,
        ...badEmails,
        ['too long by one', `${'x'.repeat(60)}@${'y'.repeat(254 - 64)}.com`],
      ];
    case 'secret':
      return [...notText, ...absent, ['too long by one', 'x'.repeat(rule.max + 1)]];
    case 'password':
      return [
        ...notText,
        ...(rule.mayBeBlank ? [] : absent),
        ['too short by one', 'x'.repeat(7)],
        ['too long by one', 'x'.repeat(129)],
        ['half a character', `\ud800${'x'.repeat(8)}`],
      ];
    case 'choice':
      return [
        ...notText,
        ...(rule.required ? absent : []).filter(([, value]) => value !== null || !rule.mayBeNull),
        ['none of them', 'bicycle'],
        ['padded', ` ${rule.choices[0]}`],
        ['a name of every object', 'constructor'],
        ['another', '__proto__'],
      ];
    case 'date':
      return [...notText, ...badDates, ...(rule.required ? absent : [])];
    case 'whole':
      return [
        ...badNumbers,
        ...(rule.required ? absent : []),
        ['one less', rule.min - 1],
        ['one more', rule.max + 1],
        ['one more as text', `${rule.max + 1}`],
      ];
    case 'decimal':
      return [
        ...badDecimals,
        ...(rule.mayBeBlank ? [] : absent),
        ['a hundredth more', rule.max + 0.01],
        ['a hundredth more as text', (rule.max + 0.01).toFixed(2)],
      ];
    case 'flag':
      return [
        ['two', 2],
        ['minus one', -1],
        ['word', 'yes'],
        ['list', [1]],
        ['object', {}],
      ];
    case 'version':
      return [...badNumbers, ['zero', 0], ['beyond 31 bits', 2_147_483_648]];
    case 'id':
      return [
        ...(rule.mayBeBlank ? [] : absent),
        ...badNumbers,
        ['zero', 0],
        ['beyond 31 bits', 2_147_483_648],
      ];
    case 'ids':
      return [
        ...badIdLists,
        ...(rule.required
          ? [
              ['missing', undefined],
              ['empty', ''],
              ['nobody', '[]'],
            ]
          : []),
      ] as Labelled[];
    case 'uuid':
      return [
        ...notText,
        ...absent,
        ['a word', 'x'],
        ['without hyphens', randomUUID().replaceAll('-', '')],
        ['longer by one', `${randomUUID()}0`],
        ['no hexadecimal digit', randomUUID().replace(/.$/, 'g')],
        ['in braces', `{${randomUUID()}}`],
        ['a line break behind it', `${randomUUID()}\n`],
      ];
    case 'list':
      return [
        ...notText.filter(([label]) => label !== 'deep list'),
        ...absent,
        ['JSON text', '[]'],
        ['501 entries', rowsOf({ drop_file_id: 1, user_id: 1 }, 501)],
      ];
    case 'rows':
      return [
        ['number', 5],
        ['boolean', true],
        ['object', {}],
        ['broken JSON', '[{"a":'],
        ['JSON that is no list', '{"0":{}}'],
        ['a list of words', ['x']],
        ['a list of lists', [[['x']]]],
        ['a row without its parts', [{ [rule.required[0] ?? '']: 'x' }]],
        ['51 rows', rowsOf({}, 51)],
        ['a row with a number', [Object.fromEntries(rule.required.map((name) => [name, 5]))]],
        ['NUL in JSON text', JSON.stringify([{ [rule.required[0] ?? '']: 'a\u0000' }])],
        ['deep', '['.repeat(5000)],
      ];
    case 'any':
      return [];
  }
}

/** What is just within the rule. */
export function fineValues(rule: FieldRule): Labelled[] {
  switch (rule.kind) {
    case 'line':
      return [
        ['as long as may be', 'x'.repeat(rule.max)],
        ['as long as may be between spaces', `  ${'x'.repeat(rule.max)} `],
        ['emoji, right to left, combining', '👩‍🚒 שלום e\u0301 \u202eabc'],
        ...(rule.required ? [] : absent),
      ];
    case 'text':
      return [
        ['as long as may be', 'x'.repeat(rule.max)],
        ['line breaks count as one', '\r\n'.repeat(rule.max - 1).padStart(2 * rule.max - 1, 'x')],
        ['hostile to others', "<script>alert(1)</script> '; drop table jobs; -- {{7*7}} %n"],
        ...(rule.required ? [] : absent),
      ];
    case 'email':
      return [['as long as may be', `${'x'.repeat(60)}@${'y'.repeat(254 - 65)}.com`]];
    case 'choice':
      return rule.choices.map((entry) => [entry, entry]);
    case 'date':
      return [['leap day', '2028-02-29'], ...(rule.required ? [] : absent)];
    case 'whole':
      return [
        ['least', rule.min],
        ['most', rule.max],
        ['as text', `${rule.max}`],
        ...(rule.required ? [] : absent),
      ];
    case 'decimal':
      return [
        ['nothing', 0],
        ['a hundredth', 0.01],
        ['a sum that is not exact', 0.1 + 0.2],
        ['most', rule.max],
        ['most as text', String(rule.max)],
        ['one place', 12.5],
        ...(rule.mayBeBlank ? absent : []),
      ];
    case 'id':
      return [
        ['number', 1],
        ['digits', '1'],
      ];
    case 'ids':
      return [
        ['one', '[1]'],
        ['digits', '["2"]'],
        ['one twice', '[2,2]'],
        ['spaces', ' [ 1 , 2 ] '],
      ];
    case 'uuid':
      return [
        ['small', randomUUID()],
        ['capital', randomUUID().toUpperCase()],
      ];
    case 'flag':
      return [0, 1, true, false, '0', '1', 'true', 'false', '', undefined].map((value) => [
        `flag ${value}`,
        value,
      ]);
    case 'rows':
      return [
        ['missing', undefined],
        ['empty text', ''],
        ['empty list', []],
        ['50 blank rows', JSON.stringify(rowsOf({ id: 3 }, 50))],
      ];
    case 'any':
      return notText;
    default:
      return [];
  }
}

const odd = fc.constantFrom(
  '👩‍👩‍👧',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  'שלום',
  'مرحبا',
  'e\u0301',
  'ﬁ',
  'İ',
  'ß',
  '\r\n',
  '\r',
  '\n',
  '\t',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\u00a0',
  '\u200d',
  '𝒳',
  '\u{10ffff}',
  '漢字',
  '"',
  "'",
  '\\',
  '%',
  '_',
  '<b>',
  '\ufffd',
  ' ',
);

/** Text that people may type and a database must give back: storable, at most `max` characters. */
export function typedText(max: number): fc.Arbitrary<string> {
  return fc
    .array(fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 12 })
    .map((parts) => parts.join(''))
    .filter((text) => text.length <= max && !/[\ufffe\uffff]/.test(text));
}

/** Any text at all, with halves of characters and controls. */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.nat({ max: 0xffff }), { maxLength: 40 })
  .map((units) => String.fromCharCode(...units));

/** Any JSON value, with the names that objects have by themselves among its keys. */
export const anyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), fc.double({ noNaN: true }), fc.integer(), anyText),
    fc.array(tie('value'), { maxLength: 3 }),
    fc
      .array(
        fc.tuple(
          fc.oneof(
            fc.constantFrom('toString', 'length', 'then', 'id', 'toJSON', 'valueOf'),
            anyText,
          ),
          tie('value'),
        ),
        { maxLength: 3 },
      )
      .map((entries) => Object.fromEntries(entries)),
  ),
})).value;

/** Few rounds in the common run, each time the same; many and new ones in the long run. */
export function rounds(few: number): fc.Parameters<unknown> {
  return process.env.TRUST === 'full' ? { numRuns: few * 100 } : { numRuns: few, seed: 20_261_121 };
}
