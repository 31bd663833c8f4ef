import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '#tests/harness/new-folder.ts';
// @ts-expect-error: JavaScript without types, because the server loads it before its limits of memory hold
import { bundleDir, describeSource, freshBundle } from './bundle.mjs';

test('is used until a source changes', () => {
  const folder = newFolder();
  expect(freshBundle(folder)).toBeNull();
  mkdirSync(bundleDir(folder), { recursive: true });
  const write = (text: string) => writeFileSync(join(folder, 'app.ts'), text);
  write('one');
  writeFileSync(join(bundleDir(folder), 'sources.txt'), describeSource('app.ts', folder));
  expect(freshBundle(folder)).toBe(join(bundleDir(folder), 'serve.js'));
  write('other');
  expect(freshBundle(folder)).toBeNull();
  write('one');
  utimesSync(join(folder, 'app.ts'), 1, 1);
  expect(freshBundle(folder)).toBeNull();
  rmSync(join(folder, 'app.ts'));
  expect(freshBundle(folder)).toBeNull();
});
