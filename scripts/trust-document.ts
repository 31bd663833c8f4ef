/** docs/trust.md: each promise with the figures and results of the tests that carry its id. */
import { promises } from './promises.ts';
import { failures, skips, type TestResult, tallyOf } from './tally.ts';

export interface Run {
  /** yyyy-mm-dd. */
  date: string;
  commit: string;
  cores: number;
  memoryGb: number;
  minutes: number;
  rounds: number;
  /** Later runs of chosen files, whose results replace the first ones: when, which commit, which files. */
  again: string[];
}

const sections = [
  ['Attacks', 'SEC'],
  ['Faults', 'FLT'],
  ['Loads', 'LOAD'],
] as const;

const unique = (values: readonly string[]) => [...new Set(values)];

/** The tests whose title has the id. */
export function testsOf(id: string, results: readonly TestResult[]): TestResult[] {
  return results.filter(({ title }) => new RegExp(`\\b${id}\\b`).test(title));
}

/** Titles and projects name the database; the others run on SQLite, unit tests on none. */
function databaseOf({ project, title }: TestResult): string[] {
  if (project === 'api-postgres' || /postgres/i.test(title)) return ['PostgreSQL'];
  return project === 'unit' ? [] : ['SQLite'];
}

const withoutIds = (title: string) =>
  title.replaceAll(/ ?\((?:[A-Z]+\d+(?:, )?)+\)|^[A-Z]+\d+ /g, '');

/** Whether the promise held on each database, failed, or why that is unknown. */
export function held(tests: readonly TestResult[]): string {
  const titles = (state: TestResult['state']) =>
    unique(
      tests
        .filter((test) => test.state === state)
        .map(({ title, why }) =>
          state === 'skipped' ? `${withoutIds(title)} (${why || 'no reason'})` : withoutIds(title),
        ),
    );
  if (tests.length === 0) return 'no test';
  const skipped = titles('skipped').length > 0 ? [`not run: ${titles('skipped').join('; ')}`] : [];
  const failed = titles('failed');
  if (failed.length > 0) return [`failed: ${failed.join('; ')}`, ...skipped].join('. ');
  const passed = tests.filter(({ state }) => state === 'passed');
  if (passed.length === 0) return skipped.join();
  const databases = unique(passed.flatMap(databaseOf)).sort().reverse();
  const where = databases.length > 0 ? `held on ${databases.join(' and ')}` : 'held';
  return [where, ...skipped].join('. ');
}

const cell = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim();

const number = /\d[\d,]*(?:\.\d+)?/g;
const amountOf = (text: string) => Number(text.replaceAll(',', ''));

/** Texts that differ in their numbers only become one, with the range of each number. */
export function summarize(texts: readonly string[]): string[] {
  const alike = Map.groupBy(texts, (text) => text.replaceAll(number, '#'));
  return [...alike.values()].map((group) => {
    const columns = group.map((text) => text.match(number) ?? []);
    let index = 0;
    const summary = (group[0] ?? '').replaceAll(number, () => {
      const values = columns.map((column) => column[index] ?? '');
      values.sort((a, b) => amountOf(a) - amountOf(b));
      index += 1;
      return unique([values[0] ?? '', values.at(-1) ?? '']).join(' to ');
    });
    return group.length > 1 ? `${summary} (${group.length} tests)` : summary;
  });
}

function rowOf(id: string, promise: string, results: readonly TestResult[]): string {
  const tests = testsOf(id, results);
  const measured = summarize(tests.flatMap((test) => test.measured)).join('; ');
  return `| ${[id, promise, measured, held(tests)].map(cell).join(' | ')} |`;
}

const list = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines.map((line) => `- ${cell(line)}`)];

export function trustDocument(results: readonly TestResult[], run: Run): string {
  const { passed, failed, skipped } = tallyOf(results);
  const { date, commit, cores, memoryGb, minutes, rounds, again } = run;
  const machine = `${cores} cores, ${memoryGb} GB of memory, ${minutes} minutes`;
  const failedTitles = failures(results).map((text) => text.split('\n')[0] ?? '');
  return [
    '# Trust',
    '',
    'What Headrack promises about attacks, faults and loads, and what the tests of each promise measured. Written by `npm run test:full`; do not edit.',
    '',
    `${date}, commit ${commit}. ${machine}${rounds > 1 ? `, ${rounds} rounds` : ''}. ${passed} tests passed, ${failed} failed, ${skipped} skipped.`,
    ...(again.length > 0 ? ['', `Run again, and counted instead: ${again.join('; ')}.`] : []),
    ...sections.flatMap(([title, prefix]) => [
      '',
      `## ${title}`,
      '',
      '| id | promise | measured | result |',
      '| --- | --- | --- | --- |',
      ...Object.entries(promises)
        .filter(([id]) => id.startsWith(prefix))
        .map(([id, promise]) => rowOf(id, promise, results)),
    ]),
    ...list('Failed tests', unique(failedTitles)),
    ...list('Skipped tests', unique(skips(results))),
    '',
  ].join('\n');
}
