/** What the export of a long list costs the server: memory, and the time for which others wait. */
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { type ExportFormat, exportFormats } from '#contract/exports.ts';
import { withCompany } from '../../bench/company.ts';
import { memoryMb, peakMemoryMb } from '../../bench/process-stats.ts';
import { fillApplications } from '../../bench/records.ts';
import { freshPostgres } from '../harness/databases.ts';
import { readResources } from '../harness/resources.ts';

const rows = Number(process.env.EXPORT_ROWS ?? 100_000);
const engines = ['sqlite', 'postgres'] as const;
const maxMb = 60;
const maxDelayMs = 50;

test.for(engines)(
  'exports 100,000 applications with flat memory and without delaying others on %s (FLT15)',
  { timeout: 1_800_000 },
  async (engine, { annotate, skip }) => {
    skip(process.env.FULL !== '1', 'only in npm run test:full');
    const database = engine === 'postgres' ? await freshPostgres('newest') : null;
    const options = {
      env: database ? { DATABASE_URL: database.url } : {},
      preload: [resolve('tests/harness/report-resources.ts')],
      nodeArgs: ['--expose-gc'],
    };
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
        const figures: { format: ExportFormat; added: number; delay: number; bytes: number }[] = [];
        for (const format of exportFormats) {
          await download('jobs', format);
          await readResources(company);
          const before = memoryMb(company.pid);
          let bytes = 0;
          const exporting = download('applications', format).then((size) => {
            bytes = size;
          });
          const added = (await peakMemoryMb(company.pid, exporting)) - before;
          const { longestDelay: delay } = await readResources(company);
          figures.push({ format, added, delay, bytes });
        }
        return figures;
      },
      options,
    ).finally(() => database?.drop());
    for (const { format, added, delay, bytes } of measured) {
      await annotate(
        `${format}: ${(bytes / 1e6).toFixed(1)} MB, ${added.toFixed(0)} MB of memory more (at most ${maxMb}), event loop held up for ${delay.toFixed(0)} ms at most (at most ${maxDelayMs})`,
        'measured',
      );
      expect(bytes).toBeGreaterThan(rows * 30);
      expect.soft(added).toBeLessThan(maxMb);
      expect.soft(delay).toBeLessThan(maxDelayMs);
    }
  },
);
