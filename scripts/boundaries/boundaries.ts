/** Runs every rule over source files, on disk or in a test. */
import { fileViolations } from './file-rules.ts';
import { importViolations } from './import-rules.ts';
import { nameViolations } from './name-rules.ts';
import type { Source, Violation } from './source.ts';
import { sqlViolations } from './sql-rules.ts';

const test = /\.(test|spec)\.tsx?$/;

/** Every violation of a source file. A test may import what it tests from anywhere. */
export function violationsIn(source: Source): Violation[] {
  const always = [...fileViolations(source), ...nameViolations(source)];
  return test.test(source.path)
    ? always
    : [...always, ...importViolations(source), ...sqlViolations(source)];
}

/** Each import cycle once (type-only imports included), as the paths along it; `imports` maps a path to the paths that it imports. */
export function findCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const done = new Set<string>();
  const stack: string[] = [];
  const cycles: string[][] = [];

  function visit(path: string): void {
    const start = stack.indexOf(path);
    if (start >= 0) {
      cycles.push(stack.slice(start));
      return;
    }
    if (done.has(path)) return;
    stack.push(path);
    for (const target of imports.get(path) ?? []) if (imports.has(target)) visit(target);
    stack.pop();
    done.add(path);
  }

  for (const path of imports.keys()) visit(path);
  return cycles;
}
