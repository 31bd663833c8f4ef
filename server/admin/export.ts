import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type ExportFormat, type ExportName, exportNames } from '#contract/exports.ts';
import { exportLists } from '../features/exports/export-lists.ts';
import { exportFile } from '../features/exports/exports.service.ts';
import type { AppContext } from '../platform/app-context.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { systemActor } from '../platform/writes/writes.ts';
import type { Config } from '../settings/config.ts';
import { CommandError } from '../settings/setting-error.ts';
import { requireDatabase, withAppContext } from './open.ts';

/** Lists of the caller, whom the command line doesn't have, and lists of one document or person. */
const ofNobody: readonly ExportName[] = ['notifications', 'receipts'];
const names = exportNames.filter((name) => !ofNobody.includes(name));

async function write(
  ctx: AppContext,
  name: ExportName,
  format: ExportFormat,
  file: string | null,
): Promise<void> {
  const source = Readable.from(
    exportFile(ctx, { userId: 0, role: 'admin' }, name, format, { query: {}, shown: {} }),
  );
  if (file === null) {
    await pipeline(source, process.stdout, { end: false });
    return;
  }
  try {
    await pipeline(source, createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw new CommandError(`${file} already exists. Choose another file.`);
    if (code === 'ENOENT') throw new CommandError(`The folder of ${file} does not exist.`);
    throw error;
  }
}

/** Writes a list as CSV or, to a file that ends in `.xlsx`, as a workbook; CSV to standard output without a file. */
export async function exportList(config: Config, what: string, file: string | null): Promise<void> {
  const name = names.find((one) => one === what);
  if (!name) throw new CommandError(`Can't export '${what}'. Choose one of ${names.join(', ')}.`);
  requireDatabase(config);
  await withAppContext(config, async (ctx) => {
    const format = file?.endsWith('.xlsx') ? 'xlsx' : 'csv';
    // First: an export that fails halfway has also shown data.
    const target = { kind: 'export', id: name, label: exportLists[name].title };
    const entry = { ...systemActor, action: 'data.export', target } as const;
    await recordAudit(ctx.db, ctx.now(), { ...entry, detail: { format, source: 'command line' } });
    await write(ctx, name, format, file);
  });
}
