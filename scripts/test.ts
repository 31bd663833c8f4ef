/** npm test: runs every check and test. The last line is 'N passed, N failed'. */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { checkSteps, root, runStep, runSteps, type Step } from './steps.ts';
import {
  addTallies,
  failuresInPlaywright,
  failuresInVitest,
  readPlaywright,
  readVitest,
  skippedByVitest,
  type Tally,
} from './tally.ts';
import { makeWorkFolder } from './work-folder.ts';

const reports = join(root, '.cache', 'reports');
const vitestReport = join(reports, 'vitest.json');
const playwrightReport = join(reports, 'playwright.json');

const build: Step = { name: 'build', commands: [['scripts/run.mjs', '--build']] };
const vitest: Step = {
  name: 'unit, API and fault tests, on both databases',
  commands: [
    [
      'node_modules/.bin/vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
  ],
};
const e2e: Step = {
  name: 'e2e tests',
  commands: [['node_modules/.bin/playwright', 'test', '--reporter=list,json']],
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

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

count('browser', browserReady());
// Longest first, so that both lanes finish together.
const first = [build, ...checkSteps];
for (const [index, passed] of (await runSteps(first)).entries()) {
  count(first[index]?.name ?? '', passed);
}

const vitestPassed = await runStep(vitest);
outcomes.push([vitest.name, readVitest(vitestReport, vitestPassed)]);

const e2ePassed = await runStep(e2e, { PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport });
outcomes.push([e2e.name, readPlaywright(playwrightReport, e2ePassed)]);

console.log('\n── result');
for (const [name, { passed, failed, skipped }] of outcomes) {
  const skips = skipped > 0 ? `, ${skipped} skipped` : '';
  console.log(
    `${failed > 0 ? 'FAILED' : 'passed'}  ${name}: ${passed} passed, ${failed} failed${skips}`,
  );
}
const failures = [...failuresInVitest(vitestReport), ...failuresInPlaywright(playwrightReport)];
for (const failure of failures) console.log(`\n${failure}`);
const total = addTallies(outcomes.map(([, tally]) => tally));
if (total.skipped > 0) {
  console.log(`\n${total.skipped} skipped; \`npm run test:full\` runs them:`);
  for (const name of skippedByVitest(vitestReport)) console.log(`  ${name}`);
}
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
