import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
// @ts-expect-error: JavaScript without types, because the server loads it before its limits of memory hold
import { bundleDir, describeSource, freshBundle } from './bundle.mjs';

const folder = mkdtempSync(join(tmpdir(), 'headrack-bundle-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('is used until a source changes', () => {
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
