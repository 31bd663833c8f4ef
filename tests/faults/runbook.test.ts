/** The runbook names every alert, and commands and variables that exist; the full run runs its blocks. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { blocks, root, runbook, variables } from './runbook.ts';

const docs = join(root, 'docs');

test('every alert has an entry, and every entry is of an alert', () => {
  const rules = readFileSync(join(docs, 'prometheus-alerts.yml'), 'utf8');
  const alerts = [...rules.matchAll(/^ +- alert: (\S+)$/gm)].map(([, name]) => name);
  const entries = [...runbook.matchAll(/^### (\S+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(10);
  expect(entries).toEqual(alerts);
});

test('every command of npm run admin that a document names exists', () => {
  const usage = execFileSync(process.execPath, [join(root, 'server/admin.ts')], {
    encoding: 'utf8',
  });
  const known = new Set([...usage.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name]) => name));
  const pages = ['docs/runbook.md', 'docs/operations.md', 'README.md', 'CONTRIBUTING.md'];
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8');
    for (const [, name] of text.matchAll(/npm run (?:-s )?admin -- ([a-z-]+)/g)) {
      expect(known, `${page} names ${name}`).toContain(name);
    }
  }
});

test('the variables are those of the table', () => {
  for (const { text } of blocks) {
    // What a block sets itself, and what awk reads.
    const own = [...runbook.matchAll(/\b([A-Z_]+)=/g)].map(([, name]) => name);
    for (const [, name = ''] of text.matchAll(/\$\{?([A-Z_]+)/g)) {
      expect([...variables, ...own, 'NF'], text).toContain(name);
    }
  }
});
