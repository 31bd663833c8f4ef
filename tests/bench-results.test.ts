import { expect, test } from 'vitest';
import { type Metric, medians } from '../bench/metrics.ts';
import { resultsDocument } from '../bench/results.ts';

const scenarios = ['reads', 'start'];

function reads(rate: number): Metric {
  const runs = medians([rate, rate * 0.9, rate * 1.2], [1_000, 1_000, 1_000]);
  return { name: 'public list', ...runs, unit: '/s', min: 0.7 };
}
const start = (ours: number): Metric => ({
  name: 'start',
  ours,
  baseline: 400,
  unit: 'ms',
  max: 1.5,
});
const plain: Metric = { name: 'public list: small app', ours: 30, baseline: 20, unit: '/s' };

const first = resultsDocument('', 'Monday.', scenarios, [
  { scenario: 'start', metrics: [start(500)] },
  { scenario: 'reads', metrics: [reads(800), plain] },
]);

/** The cells of a row. */
function cells(text: string, name: string): string[] {
  const line = text.split('\n').find((one) => one.startsWith(`| ${name} `)) ?? '';
  return line.split('|').map((cell) => cell.trim());
}
const lastAndChange = (text: string, name: string) => cells(text, name).slice(9, 11);

test('lists every row with its ratio, spread and goal', () => {
  expect(first).toMatch(
    /Measured: Monday\.\n\n## reads\n\n\| row .*\n\|[ |:-]+\|\n\| public list /,
  );
  const [, ...row] = cells(first, 'public list');
  expect(row.slice(0, 5)).toEqual(['public list', '800 /s', '1,000 /s', '0.80', '0.72–0.96']);
  expect(row.slice(5)).toEqual(['≥ 0.7', 'yes', '', '', '', '']);
  expect(cells(first, 'public list: small app').slice(4, 8)).toEqual(['1.50', '', '', '']);
  const slow = resultsDocument('', '', scenarios, [{ scenario: 'start', metrics: [start(700)] }]);
  expect(cells(slow, 'start').slice(4, 8)).toEqual(['1.75', '', '≤ 1.5', 'NO']);
});

test('compares each ratio with the recorded one, and flags those more than 10 % worse', () => {
  const again = (rate: number, ms: number) =>
    resultsDocument(first, 'Tuesday.', scenarios, [
      { scenario: 'reads', metrics: [reads(rate)] },
      { scenario: 'start', metrics: [start(ms)] },
    ]);
  expect(lastAndChange(again(700, 600), 'public list')).toEqual(['0.80', '13 % lower']);
  expect(lastAndChange(again(700, 600), 'start')).toEqual(['1.25', '20 % higher']);
  expect(lastAndChange(again(730, 540), 'public list')).toEqual(['0.80', '']);
  expect(lastAndChange(again(900, 300), 'public list')).toEqual(['0.80', '']);
  expect(lastAndChange(again(900, 300), 'start')).toEqual(['1.25', '']);
  expect(again(700, 600)).not.toContain('Monday');
});
