import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { release } from '#server/platform/runtime/root.ts';
import { openApi } from '#server/platform/web/openapi.ts';

const root = join(import.meta.dirname, '..');

test('the version is a semantic one, in the lock file, the OpenAPI document and the changelog', () => {
  expect(release).toMatch(/^\d+\.\d+\.\d+$/);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  expect([lock.version, lock.packages[''].version]).toEqual([release, release]);
  expect(openApi([], '', '')).toMatchObject({ info: { version: release } });
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const [unreleased, newest] = [...changelog.matchAll(/^## \[(.+?)\]/gm)].map(([, one]) => one);
  expect([unreleased, newest]).toEqual(['Unreleased', release]);
});
