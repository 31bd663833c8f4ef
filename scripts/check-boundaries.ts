/** Checks every source file against the rules; prints each violation as path:line and exits with 1 when there are any. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findCycles, violationsIn } from './boundaries/boundaries.ts';
import { readSource } from './boundaries/source.ts';

const root = dirname(import.meta.dirname);

const files = globSync(['{contract,server,web,tests,bench,scripts}/**/*.{ts,tsx}', '*.config.ts'], {
  cwd: root,
}).sort();

let count = 0;
const imports = new Map<string, string[]>();
for (const path of files) {
  const source = readSource(path, readFileSync(join(root, path), 'utf8'));
  imports.set(
    path,
    source.imports.map(({ target }) => target),
  );
  for (const { start, why } of violationsIn(source)) {
    count += 1;
    console.error(`${path}:${source.text.slice(0, start).split('\n').length}  ${why}`);
  }
}
for (const cycle of findCycles(imports)) {
  count += 1;
  console.error(`import cycle: ${[...cycle, cycle[0]].join(' → ')}`);
}
console.log(`${files.length} files, ${count} violations`);
process.exitCode = count > 0 || files.length === 0 ? 1 : 0;
