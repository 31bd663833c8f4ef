/**
 * npm test: every check, then every test; the last line is 'N passed, N failed'.
 *
 * A failure is printed when it happens, in full at the end of its stage, and named again beside the result, with the
 * stages' times and the slowest tests. Checks that passed for the same files don't run again. `--verbose` names each
 * test, with what it measured or why it was skipped. FULL=1 (npm run test:full) takes the complete numbers, repeats
 * the checks and is verbose. Words choose test files by path.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { isChecked, setChecked } from './checked-tree.ts';
import { ensureChromium } from './chromium.ts';
import { checkSteps, root, runStep, runSteps, type Step } from './steps.ts';
import { failureLine, type RecordedTest, recordedTests } from './test-record.ts';
import { makeWorkFolder } from './work-folder.ts';

const isFull = process.env.FULL === '1';
const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: 'boolean', default: isFull } },
});
const isChosen = words.length > 0;

// Child processes inherit these. A worker compiles the server's modules once for all later ones.
process.env.TMPDIR = makeWorkFolder();
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'tests');

const reports = join(root, '.cache', 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const build: Step = { name: 'build', commands: [['scripts/run.mjs', '--build']] };
const vitest: Step = {
  name: 'unit, API and fault tests, on both databases',
  commands: [
    [
      'node_modules/.bin/vitest',
      'run',
      `--reporter=${options.verbose ? 'verbose' : 'minimal'}`,
      '--silent=passed-only',
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
      `--reporter=${options.verbose ? 'list' : 'dot'},./scripts/playwright-reporter.ts`,
      ...words,
      ...(isChosen ? ['--pass-with-no-tests'] : []),
    ],
  ],
};

interface Stage {
  name: string;
  seconds: number;
  tests: RecordedTest[];
}
const stages: Stage[] = [];

async function stage(name: string, run: () => Promise<RecordedTest[]>): Promise<void> {
  const begun = performance.now();
  const tests = await run();
  stages.push({ name, seconds: (performance.now() - begun) / 1000, tests });
}

const outcome = (title: string, hasPassed: boolean, message = 'see its output above') => ({
  ...{ file: 'npm test', title, seconds: 0 },
  ...(hasPassed ? { state: 'passed' as const } : { state: 'failed' as const, message }),
});

await stage('browser', async () => {
  try {
    process.env.CHROMIUM_PATH = ensureChromium();
    return [outcome('Chromium', true)];
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return [outcome('Chromium', false)];
  }
});

await stage('build and checks', async () => {
  const isKnown = !isFull && isChecked();
  if (isKnown) console.log('\nThe checks passed for these files before.');
  // Longest first, so that both lanes finish together.
  const steps = isKnown ? [build] : [build, ...checkSteps];
  const passed = await runSteps(steps);
  if (!isKnown && passed.every(Boolean)) setChecked();
  const known = isKnown ? checkSteps.map(({ name }) => outcome(name, true)) : [];
  return [...known, ...steps.map(({ name }, index) => outcome(name, passed[index] === true))];
});

for (const step of [vitest, e2e]) {
  await stage(step.name, async () => {
    const path = join(reports, `${step === e2e ? 'playwright' : 'vitest'}.json`);
    const hasPassed = await runStep(step, { TEST_RECORD: path });
    return recordedTests(path, { hasPassed, isChosen });
  });
}

const all = stages.flatMap(({ tests }) => tests);
const countOf = (tests: RecordedTest[], state: RecordedTest['state']) =>
  tests.filter((test) => test.state === state).length;

console.log('\n── slowest tests');
for (const { seconds, file, title } of all.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10)) {
  console.log(`${seconds.toFixed(1).padStart(6)} s  ${file} › ${title}`);
}
console.log('\n── result');
for (const { name, seconds, tests } of stages) {
  const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map((state) =>
    countOf(tests, state),
  );
  const counts = `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
  console.log(`${Math.round(seconds).toString().padStart(6)} s  ${name}: ${counts}`);
  for (const test of tests.filter(({ state }) => state === 'failed')) {
    console.log(`          FAILED ${failureLine(test)}`);
  }
}
if (countOf(all, 'skipped') > 0 && !options.verbose) {
  console.log('`npm test -- --verbose` says why tests were skipped.');
}
const failed = countOf(all, 'failed');
console.log(`\n${countOf(all, 'passed')} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
