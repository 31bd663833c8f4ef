/** Checks names, refused code and boundaries; prints each violation as path:line and exits with 1 when there are any. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { crossingsIn } from './boundaries/crossings.ts';
import { violationsIn } from './boundaries/names.ts';
import { excepted, refusedCodeIn } from './boundaries/refused-code.ts';

const root = dirname(import.meta.dirname);
const files = globSync(['{contract,server,web,tests,bench,scripts}/**/*.{ts,tsx}', '*.config.ts'], {
  cwd: root,
  // It plants violations.
  exclude: ['tests/lint.test.ts'],
}).sort();
const violations = files.flatMap((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  const found = [
    ...violationsIn(path, text),
    ...refusedCodeIn(path, text),
    ...crossingsIn(path, text),
  ];
  return found.map(({ line, why }) => `${path}:${line}  ${why}`);
});
violations.push(
  ...excepted
    .filter((path) => !files.includes(path))
    .map((path) => `${path}:1  is excepted, but is gone`),
);
for (const violation of violations) console.error(violation);
console.log(`${files.length} files, ${violations.length} violations`);
process.exitCode = violations.length > 0 || files.length === 0 ? 1 : 0;
