import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type Cell, csvLine } from '#contract/csv.ts';
import type { Config } from '../config.ts';
import { CommandError } from '../config.ts';
import type { Db } from '../database/open.ts';
import { recordAudit } from '../platform/audit.ts';
import { systemActor } from '../platform/writes.ts';
import { exportedColumns, selectExported } from './admin.queries.ts';
import { withDatabase } from './open.ts';

const batchSize = 500;
const hundredths = /_hundredths$/;

export type Exported = keyof typeof exportedColumns;

function isExported(name: string): name is Exported {
  return Object.hasOwn(exportedColumns, name);
}

function inHours(name: string, value: Cell): Cell {
  return hundredths.test(name) && typeof value === 'number' ? value / 100 : value;
}

/** Streams a table as CSV: the header, then the rows, oldest first. */
export async function* csvOf(db: Db, what: Exported): AsyncGenerator<string> {
  const columns: readonly string[] = exportedColumns[what];
  yield csvLine(columns.map((name) => name.replace(hundredths, '_hours')));
  let after = 0;
  for (;;) {
    const rows: Record<string, Cell>[] = await selectExported[what](db, after, batchSize);
    yield rows
      .map((row) => csvLine(columns.map((name) => inHours(name, row[name] ?? null))))
      .join('');
    if (rows.length < batchSize) return;
    // The first column is the id.
    after = Number(rows.at(-1)?.[columns[0] ?? '']);
  }
}

async function write(db: Db, what: Exported, file: string | null): Promise<void> {
  const source = Readable.from(csvOf(db, what));
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

/** Writes a table as CSV to a new file, or to standard output. */
export async function exportTable(
  config: Config,
  what: string,
  file: string | null,
): Promise<void> {
  if (!isExported(what)) {
    throw new CommandError(
      `Can't export '${what}'. Choose jobs, applications, inquiries or employees.`,
    );
  }
  await withDatabase(config, async (db) => {
    // First: an export that fails halfway has also shown data.
    const target = { kind: 'export', id: what, label: what };
    const entry = { ...systemActor, action: 'data.export', target } as const;
    await recordAudit(db, new Date(), { ...entry, detail: { source: 'command line' } });
    await write(db, what, file);
  });
}
