/**
 * npm test: every check, then every test; the last line is 'N passed, N failed'.
 *
 * Failures are printed in full and named again at the end, the rest as counts; `--verbose` names each test, with what it measured or why it was
 * skipped. FULL=1 (npm run test:full) takes the complete numbers and is verbose. Words choose test files by path.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureChromium } from './chromium.ts';
import { checkSteps, root, runStep, runSteps, type Step } from './steps.ts';
import { type Tally, tallyOf } from './tally.ts';
import { makeWorkFolder } from './work-folder.ts';

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: { verbose: { type: 'boolean', default: process.env.FULL === '1' } },
});

const isChosen = words.length > 0;

// Child processes inherit these. A worker compiles the server's modules once for all later ones.
process.env.TMPDIR = makeWorkFolder();
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'tests');

const reports = join(root, '.cache', 'reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');
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
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
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
      `--reporter=${options.verbose ? 'list' : 'dot'},json`,
      ...words,
      ...(isChosen ? ['--pass-with-no-tests'] : []),
    ],
  ],
};

const outcomes: [name: string, tally: Tally][] = [];
const count = (name: string, hasPassed: boolean) =>
  outcomes.push([
    name,
    { passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1, skipped: 0, failures: [] },
  ]);

try {
  process.env.CHROMIUM_PATH = ensureChromium();
  count('browser', true);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  count('browser', false);
}
// Longest first, so that both lanes finish together.
const first = [build, ...checkSteps];
for (const [index, hasPassed] of (await runSteps(first)).entries()) {
  count(first[index]?.name ?? '', hasPassed);
}
process.env.PLAYWRIGHT_JSON_OUTPUT_FILE = playwrightReport;
for (const [step, report] of [
  [vitest, vitestReport],
  [e2e, playwrightReport],
] as const) {
  outcomes.push([step.name, tallyOf(report, { hasPassed: await runStep(step), isChosen })]);
}

console.log('\n── result');
const total = { passed: 0, failed: 0, skipped: 0 };
for (const [name, { passed, failed, skipped, failures }] of outcomes) {
  const rest = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(
    `${failed > 0 ? 'FAILED' : 'passed'}  ${name}: ${passed} passed, ${failed} failed${rest}`,
  );
  for (const failure of failures) console.log(`        ${failure}`);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
}
if (total.skipped > 0 && !options.verbose) {
  console.log('`npm test -- --verbose` says why tests were skipped.');
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
