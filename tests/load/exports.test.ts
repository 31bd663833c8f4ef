/** What the export of a long list costs the server: memory, and the time for which others wait. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type ExportFormat, exportFormats } from '#contract/exports.ts';
import { withCompany } from '../../bench/company.ts';
import { memoryMb, peakMemoryMb } from '../../bench/process-stats.ts';
import { fillApplications } from '../../bench/records.ts';
import { freshPostgres } from '../harness/databases.ts';
import type { RunningServer } from '../harness/server.ts';
import { until } from '../harness/until.ts';

const rows = Number(process.env.EXPORT_ROWS ?? 100_000);
const engines = ['sqlite', 'postgres'] as const;
const maxMb = 60;
const limitMs = 50;

/** Milliseconds of the server's longest turn of the event loop since the last time. */
async function maxTurn({ pid, output }: RunningServer): Promise<number> {
  const before = output().length;
  process.kill(pid, 'SIGUSR2');
  const line = () => /longest turn: ([\d.]+)\n/.exec(output().slice(before))?.[1];
  await until('the line of the longest turn', 10_000, () => line() !== undefined);
  return Number(line());
}

test.for(engines)(
  'exports 100,000 applications with flat memory and without delaying others on %s (FLT15)',
  { timeout: 1_800_000 },
  async (engine, { annotate, skip }) => {
    skip(process.env.FULL !== '1', 'only in npm run test:full');
    const database = engine === 'postgres' ? await freshPostgres('newest') : null;
    const env: Record<string, string> = database
      ? { DATABASE_URL: database.url, TOKEN_SECRET: 'a secret of this load'.repeat(2) }
      : {};
    const options = { env, preload: [resolve('tests/harness/report-turns.ts')] };
    const measured = await withCompany(
      (open) => fillApplications(open, rows),
      async (company) => {
        async function download(list: string, format: ExportFormat): Promise<number> {
          const asked = await fetch(`${company.url}/api/exports`, {
            method: 'POST',
            headers: { ...company.admin, 'content-type': 'application/json' },
            body: JSON.stringify({ list, format }),
          });
          const { url } = (await asked.json()) as { url: string };
          const response = await fetch(company.url + url);
          expect(response.status).toBe(200);
          let bytes = 0;
          for await (const chunk of response.body ?? []) bytes += chunk.length;
          return bytes;
        }
        const metrics: { format: ExportFormat; added: number; turn: number; bytes: number }[] = [];
        for (const format of exportFormats) {
          await download('jobs', format);
          await maxTurn(company);
          const before = memoryMb(company.pid);
          let bytes = 0;
          const exporting = download('applications', format).then((size) => {
            bytes = size;
          });
          const added = (await peakMemoryMb(company.pid, exporting)) - before;
          metrics.push({ format, added, turn: await maxTurn(company), bytes });
        }
        return metrics;
      },
      options,
    ).finally(() => database?.drop());
    for (const { format, added, turn, bytes } of measured) {
      await annotate(
        `${format}: ${(bytes / 1e6).toFixed(1)} MB, ${added.toFixed(0)} MB of memory more (at most ${maxMb}), ${turn.toFixed(0)} ms in the longest turn of the event loop (at most ${limitMs})`,
        'measured',
      );
    }
    for (const { added, turn, bytes } of measured) {
      expect(bytes).toBeGreaterThan(rows * 30);
      expect(added).toBeLessThan(maxMb);
      expect(turn).toBeLessThan(limitMs);
    }
  },
);
