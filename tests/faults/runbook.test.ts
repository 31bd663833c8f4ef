/** The runbook names every alert, and commands and variables that exist, and its blocks are shell. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const textOf = (path: string) => readFileSync(join(root, path), 'utf8');
const runbook = textOf('docs/runbook.md');
const blocks = [...runbook.matchAll(/^```sh(?: root)?\n([\s\S]*?)^```$/gm)].map(
  ([, text = '']) => text,
);

test('every alert has an entry, and every entry is of an alert', () => {
  const rules = textOf('docs/prometheus-alerts.yml');
  const alerts = [...rules.matchAll(/^ +- alert: (\S+)$/gm)].map(([, name]) => name);
  const entries = [...runbook.matchAll(/^### (\S+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(10);
  expect(entries).toEqual(alerts);
});

test('every command of npm run admin that a document names exists', () => {
  const [, usage = ''] = /^const usage = `([^`]*)`;$/m.exec(textOf('server/admin.ts')) ?? [];
  const known = new Set([...usage.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name));
  expect(known).toContain('restore');
  for (const page of ['docs/runbook.md', 'docs/operations.md', 'README.md', 'CONTRIBUTING.md']) {
    for (const [, name] of textOf(page).matchAll(/npm run (?:-s )?admin -- ([a-z-]+)/g)) {
      expect(known, `${page} names ${name}`).toContain(name);
    }
  }
});

test('every block is shell, and its variables are those of the table', () => {
  expect(blocks.length).toBeGreaterThan(20);
  const { status, stderr } = spawnSync('bash', ['-n'], { input: blocks.join('\n') });
  expect([status, stderr.toString()]).toEqual([0, '']);
  const listed = [...runbook.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  // What a block sets itself, and what awk reads.
  const own = [...runbook.matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name);
  for (const text of blocks) {
    for (const [, name = ''] of text.matchAll(/\$\{?([A-Z_]+)/g)) {
      expect([...listed, ...own, 'NF'], text).toContain(name);
    }
  }
});
