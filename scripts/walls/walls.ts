/** All walls at once, over files that are on disk or only in a test. */
import { fileViolations } from './file-walls.ts';
import { importViolations } from './import-walls.ts';
import { readSource } from './source.ts';
import { sqlViolations } from './sql-walls.ts';
import type { Violation } from './violation.ts';

const test = /\.(test|spec)\.tsx?$/;

/** Judges the file at path (relative, with /) by its text. A test may import what it tests from anywhere. */
export function violationsIn(path: string, text: string): Violation[] {
  const source = readSource(path, text);
  const ofTheFile = fileViolations(source);
  return test.test(path)
    ? ofTheFile
    : [...ofTheFile, ...importViolations(source), ...sqlViolations(source)];
}
