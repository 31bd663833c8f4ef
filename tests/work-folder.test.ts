import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

test('creates a folder that other users can traverse, and removes it', () => {
  const script = `
    import { statSync, writeFileSync } from 'node:fs';
    import { makeWorkFolder } from './scripts/work-folder.ts';
    const folder = makeWorkFolder();
    writeFileSync(folder + '/left', 'behind');
    console.log(JSON.stringify({ folder, mode: (statSync(folder).mode & 0o777).toString(8) }));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const { folder, mode } = JSON.parse(stdout) as { folder: string; mode: string };
  expect(mode).toBe('711');
  expect(existsSync(folder)).toBe(false);
});
