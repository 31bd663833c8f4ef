import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

// Tailwind ignores a source that is missing, and the page loses its utilities without a word.
test('every source of a style sheet exists', () => {
  const here = import.meta.dirname;
  const named = globSync('*.css', { cwd: here }).flatMap((name) => {
    const text = readFileSync(join(here, name), 'utf8');
    return [...text.matchAll(/@source '([^']+)'/g)].map(([, source = '']) => source);
  });
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((source) => !existsSync(join(here, source)))).toEqual([]);
});
