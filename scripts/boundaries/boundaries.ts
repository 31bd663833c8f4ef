/** All rules at once, over files that are on disk or only in a test. */
import { fileViolations } from './file-rules.ts';
import { importViolations } from './import-rules.ts';
import { nameViolations } from './name-rules.ts';
import type { Source } from './source.ts';
import { sqlViolations } from './sql-rules.ts';
import type { Violation } from './violation.ts';

const test = /\.(test|spec)\.tsx?$/;

/** Every violation of a source file. A test may import what it tests from anywhere. */
export function violationsIn(source: Source): Violation[] {
  const always = [...fileViolations(source), ...nameViolations(source)];
  return test.test(source.path)
    ? always
    : [...always, ...importViolations(source), ...sqlViolations(source)];
}
