/** Checks the names of files and declarations; prints each violation as path:line and exits with 1 when there are any. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { violationsIn } from './boundaries/names.ts';

const root = dirname(import.meta.dirname);
const files = globSync(['{contract,server,web,tests,bench,scripts}/**/*.{ts,tsx}', '*.config.ts'], {
  cwd: root,
  // It plants violations.
  exclude: ['tests/lint.test.ts'],
}).sort();
const violations = files.flatMap((path) =>
  violationsIn(path, readFileSync(join(root, path), 'utf8')).map(
    ({ line, why }) => `${path}:${line}  ${why}`,
  ),
);
for (const violation of violations) console.error(violation);
console.log(`${files.length} files, ${violations.length} violations`);
process.exitCode = violations.length > 0 || files.length === 0 ? 1 : 0;
