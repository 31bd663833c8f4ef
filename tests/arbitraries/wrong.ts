/** What no field of a kind takes. */

export type Labelled = [label: string, value: unknown];

export const unstorable: Labelled[] = [
  ['NUL', 'a\u0000b'],
  ['bell', 'a\u0007b'],
  ['escape', '\u001b[31m'],
  ['delete', 'a\u007f'],
  ['C1 control', 'a\u0085b'],
  ['high surrogate', 'a\ud800'],
  ['low surrogate', '\udc00a'],
  ['turned surrogates', '\udc00\ud800'],
  ['non-character', 'a\uffff'],
];

export const notText: Labelled[] = [
  ['number', 5],
  ['huge number', 1e308],
  ['boolean', true],
  ['list', ['a']],
  ['empty list', []],
  ['object', { a: 'b' }],
  ['object with a toString', { toString: 'x', length: 3 }],
  ['object with a length that is no number', { length: { toString: 0 } }],
  ['deep list', JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`)],
];

export const absent: Labelled[] = [
  ['missing', undefined],
  ['null', null],
  ['empty', ''],
];

export const blank: Labelled[] = [
  ['spaces', '   '],
  ['tab and lines', '\t\r\n\n'],
];

export const badDates: Labelled[] = [
  '2026-02-30',
  '2025-02-29',
  '2026-04-31',
  '2026-13-01',
  '2026-00-10',
  '2026-01-00',
  '0000-01-01',
  '1899-12-31',
  '2200-01-01',
  '02/03/2026',
  '2026-2-3',
  '20260203',
  '2026-02-03T00:00:00Z',
  '2026-02-03\n',
  ' 2026-02-03',
  '２０２６-02-03',
  'tomorrow',
  '-2026-02-03',
].map((date) => [`date ${date}`, date]);

export const badEmails: Labelled[] = [
  'nobody',
  '@example.com',
  'a@b',
  'a@b.',
  'a@.b',
  'a b@example.com',
  'a@exam ple.com',
  'a@b@example.com',
  'a@example.com,b@example.com',
  'a@example.com\r\nBcc: b@example.com',
  '<a@example.com>',
  '"a"@example.com',
].map((address) => [`e-mail ${JSON.stringify(address)}`, address]);

export const badNumbers: Labelled[] = [
  ['minus one', -1],
  ['half', 1.5],
  ['huge', 1e308],
  ['beyond safe integers', 2 ** 53],
  ['word', 'many'],
  ['1e3', '1e3'],
  ['hex', '0x10'],
  ['padded', ' 7'],
  ['signed', '+7'],
  ['twenty digits', '9'.repeat(20)],
  ['Arabic digits', '٣'],
  ['boolean', true],
  ['list', [1]],
  ['object', {}],
];

/** Of badNumbers those that are refused where a fraction is fine. */
export const badDecimals: Labelled[] = [
  ...badNumbers.filter(([label]) => label !== 'half' && label !== 'padded'),
  ['three places', 0.125],
  ['three places as text', '0.125'],
  ['just above zero', 1e-7],
  ['a comma', '1,50'],
  ['a currency', '$5'],
  ['a dot alone', '.'],
  ['no digit before the dot', '.5'],
  ['minus a cent', -0.01],
];

/** Ids of users, sent as a list or as its JSON. */
export const badIdLists: Labelled[] = [
  ['number', 5],
  ['boolean', true],
  ['object', {}],
  ['a list with a null', [null]],
  ['a list of lists', [[1]]],
  ['broken JSON', '[1'],
  ['no JSON', '1,2'],
  ['JSON that is no list', '{"0":1}'],
  ['JSON null', 'null'],
  ['JSON number', '7'],
  ['spaces', '   '],
  ['a word', '["admin"]'],
  ['zero', '[0]'],
  ['minus one', '[-1]'],
  ['half', '[1.5]'],
  ['beyond 31 bits', '[2147483648]'],
  ['hex', '["0x1"]'],
  ['an id among garbage', '[1,{}]'],
  ['deep', '['.repeat(5000)],
  ['10,001 ids', JSON.stringify(Array.from({ length: 10_001 }, () => 1))],
];
