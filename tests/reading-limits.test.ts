/** Small files that unpack to far more than the server has: each reader gives up, and the server's memory stays. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { root } from '#server/platform/runtime/root.ts';
import { readingLimits } from '#server/platform/sandbox/reading-limits.ts';
import { newFolder } from '#tests/harness/new-folder.ts';

interface Read {
  name: string;
  outcome: unknown;
  /** By which the memory of the process grew that stands in for the server. */
  megabytes: number;
  /** Seconds. */
  cpu: number;
}

let reads: Read[];
beforeAll(async () => {
  const args = ['tests/harness/reading-bombs.ts', newFolder()];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root });
  reads = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
});

/** What each reader says of its bombs; some read a fine file too. */
const outcomes: Record<keyof typeof readingLimits, unknown> = {
  picture: 413,
  oddPdf: 'boolean',
  pdfText: ['slow', expect.any(String), null],
  sheet: ['failed', true, 'One'],
  pdfMerge: 'failed',
  officeParts: [],
};

test.each(Object.entries(outcomes))(
  'a bomb for the reader %s leaves the server as it was',
  (name, outcome) => {
    const read = reads.find((one) => one.name === name);
    expect(read?.outcome).toEqual(outcome);
    expect(read?.megabytes).toBeLessThan(60);
    expect(read?.cpu).toBeLessThan(3);
  },
);

test('docs/security.md has the limits of each reader', () => {
  const lines = readFileSync(join(root, 'docs/security.md'), 'utf8').split('\n');
  const rows = Object.entries(readingLimits).map(([name, limits]) => {
    const cells = Object.entries(limits).map(
      ([limit, max]) => `${limit} ${max.toLocaleString('en')}`,
    );
    return `| \`${name}\` | ${cells.join(', ')} |`;
  });
  expect(rows.filter((row) => !lines.some((line) => line.startsWith(row)))).toEqual([]);
});
