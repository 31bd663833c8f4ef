/** Vitest's results as scripts/tally.ts reads them, written to RESULTS_FILE. Its JSON report lacks annotations. */
import { writeFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { outsideTests, type TestResult } from './tally.ts';

type Faults = readonly { message: string; stack?: string | undefined }[];

const textOf = (errors: Faults | undefined) => errors?.[0]?.stack ?? errors?.[0]?.message ?? '';

function toResult(test: TestCase): TestResult {
  const result = test.result();
  const note = 'note' in result ? result.note : undefined;
  return {
    project: test.project.name,
    file: test.module.relativeModuleId,
    title: test.fullName,
    // A test that a broken run never reached counts as skipped; the break itself is a failure.
    state: result.state === 'pending' ? 'skipped' : result.state,
    why: result.state === 'failed' ? textOf(result.errors) : (note ?? ''),
    measured: test
      .annotations()
      .filter(({ type }) => type === 'measured')
      .map(({ message }) => message),
  };
}

/** The tests of a file, and what failed around them. */
function resultsOf(module: TestModule): TestResult[] {
  const around = [module, ...module.children.allSuites()].flatMap((one) => one.errors());
  const results = Array.from(module.children.allTests(), toResult);
  const isSilent = module.state() === 'failed' && !results.some(({ state }) => state === 'failed');
  return around.length > 0 || isSilent
    ? [...results, outsideTests(module.project.name, module.relativeModuleId, textOf(around))]
    : results;
}

export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: Faults): void {
    const results = [
      ...modules.flatMap(resultsOf),
      ...unhandled.map((error) => outsideTests('vitest', '', textOf([error]))),
    ];
    if (process.env.RESULTS_FILE) writeFileSync(process.env.RESULTS_FILE, JSON.stringify(results));
  }
}
