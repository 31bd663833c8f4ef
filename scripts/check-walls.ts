/** Judges every source file by the walls; prints each violation as path:line and ends with 1 when there are any. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { violationsIn } from './walls/walls.ts';

const root = dirname(import.meta.dirname);

const files = globSync(['{contract,server,web,tests,bench,scripts}/**/*.{ts,tsx}', '*.config.ts'], {
  cwd: root,
}).sort();

let count = 0;
for (const path of files) {
  const text = readFileSync(join(root, path), 'utf8');
  for (const { start, why } of violationsIn(path, text)) {
    count += 1;
    console.error(`${path}:${text.slice(0, start).split('\n').length}  ${why}`);
  }
}
console.log(`${files.length} files, ${count} violations`);
process.exitCode = count > 0 || files.length === 0 ? 1 : 0;
