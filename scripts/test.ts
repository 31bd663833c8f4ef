/**
 * npm test: runs every check and test. The last line is 'N passed, N failed'.
 *
 * With FULL=1 (npm run test:full) the tests take their complete numbers, and docs/trust.md is written.
 * Words choose test files by path; `--rounds 3` repeats the tests and names those that didn't end alike;
 * `--again` takes them into the last complete run, and writes docs/trust.md anew.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './chromium.ts';
import { commitOf } from './commit.ts';
import { checkSteps, root, runStep, runSteps, type Step } from './steps.ts';
import {
  addTallies,
  failures,
  inconsistencies,
  mergeRounds,
  readPlaywright,
  readVitest,
  skips,
  type Tally,
  type TestResult,
  tallyOf,
} from './tally.ts';
import { type Run, trustDocument } from './trust-document.ts';
import { makeWorkFolder } from './work-folder.ts';

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '1' },
    again: { type: 'boolean', default: false },
  },
});
const rounds = Number(options.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('--rounds takes a number from 1.');
  process.exit(1);
}
const isChosen = words.length > 0;
const isFull = process.env.FULL === '1';
const started = Date.now();

const reports = join(root, '.cache', 'reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
const trust = join(root, 'docs', 'trust.md');
/** The last complete run, with its later results. */
const fullRun = join(root, '.cache', 'full-run.json');
if (options.again && !(isFull && isChosen && existsSync(fullRun))) {
  console.error('--again takes files to run again, after a complete `npm run test:full`.');
  process.exit(1);
}

const build: Step = { name: 'build', commands: [['scripts/run.mjs', '--build']] };
const vitest: Step = {
  name: 'unit, API and fault tests, on both databases',
  commands: [
    [
      'node_modules/.bin/vitest',
      'run',
      '--reporter=default',
      '--reporter=./scripts/vitest-reporter.ts',
      ...words,
      ...(isChosen ? ['--passWithNoTests'] : []),
    ],
  ],
};
const e2e: Step = {
  name: 'e2e tests',
  commands: [
    [
      'node_modules/.bin/playwright',
      'test',
      '--reporter=list,json',
      ...words,
      ...(isChosen ? ['--pass-with-no-tests'] : []),
    ],
  ],
};

// Child processes inherit it.
process.env.TMPDIR = makeWorkFolder();

const outcomes: [name: string, tally: Tally][] = [];

function count(name: string, passed: boolean): void {
  outcomes.push([name, { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }]);
}

function browserReady(): boolean {
  console.log('\n── browser');
  try {
    process.env.CHROMIUM_PATH = ensureChromium();
    console.log(process.env.CHROMIUM_PATH);
    return true;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return false;
  }
}

const commit = commitOf();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

count('browser', browserReady());
// Longest first, so that both lanes finish together.
const first = [build, ...checkSteps];
for (const [index, passed] of (await runSteps(first)).entries()) {
  count(first[index]?.name ?? '', passed);
}

/** Both runners' results, one list per round. */
const own: TestResult[][] = [];
const inBrowser: TestResult[][] = [];
for (let round = 1; round <= rounds; round += 1) {
  if (rounds > 1) console.log(`\n── round ${round} of ${rounds}`);
  rmSync(vitestReport, { force: true });
  rmSync(playwrightReport, { force: true });
  let exitedWell = await runStep(vitest, { RESULTS_FILE: vitestReport });
  own.push(readVitest(vitestReport, { exitedWell, mayBeEmpty: isChosen }));
  exitedWell = await runStep(e2e, { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport });
  inBrowser.push(readPlaywright(playwrightReport, { exitedWell, mayBeEmpty: isChosen }));
}
outcomes.push([vitest.name, tallyOf(mergeRounds(own))]);
outcomes.push([e2e.name, tallyOf(mergeRounds(inBrowser))]);
const results = [...mergeRounds(own), ...mergeRounds(inBrowser)];

console.log('\n── result');
for (const [name, { passed, failed, skipped }] of outcomes) {
  const rest = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(
    `${failed > 0 ? 'FAILED' : 'passed'}  ${name}: ${passed} passed, ${failed} failed${rest}`,
  );
}
for (const failure of failures(results)) console.log(`\n${failure}`);

const unlike = rounds > 1 ? [...inconsistencies(own), ...inconsistencies(inBrowser)] : [];
if (unlike.length > 0) console.log(`\nNot the same in every round:`);
for (const line of unlike) console.log(`  ${line}`);

const total = addTallies(outcomes.map(([, tally]) => tally));
if (total.skipped > 0) {
  const hint = isFull ? '' : '; `npm run test:full` runs most of them';
  console.log(`\n${total.skipped} skipped${hint}:`);
  for (const name of skips(results)) console.log(`  ${name}`);
}

if (isFull) {
  const date = new Date(started).toISOString().slice(0, 10);
  const run: Run = {
    date,
    commit,
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    minutes: Math.round((Date.now() - started) / 60_000),
    rounds,
    again: [],
  };
  const page = { run, results };
  if (options.again) {
    const last = JSON.parse(readFileSync(fullRun, 'utf8')) as typeof page;
    const files = new Set(results.map(({ file }) => file));
    page.run = {
      ...last.run,
      again: [...last.run.again, `${words.join(', ')} (${date}, commit ${commit})`],
    };
    page.results = [...last.results.filter(({ file }) => !files.has(file)), ...results];
  }
  const text = trustDocument(page.results, page.run);
  const didRun = (results: TestResult[]) => results.some(({ file }) => file !== '');
  const isComplete = !isChosen && [...own, ...inBrowser].every(didRun);
  if (isComplete || options.again) {
    writeFileSync(fullRun, JSON.stringify(page));
    writeFileSync(trust, text);
    console.log('\nWrote docs/trust.md.');
  } else console.log(`\n${text}\nNot written: the run is not complete.`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
