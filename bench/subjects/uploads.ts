import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ftypOf } from '../../tests/harness/file-samples.ts';
import { boundary, partHead } from '../../tests/harness/multipart.ts';
import { ask } from '../child.ts';
import { type Company, withCompany } from '../company.ts';
import type { Figure, Subject } from '../figures.ts';
import { memoryMb, peakMemoryMb, processorSeconds } from '../process-use.ts';
import type { SendersTask, Sent } from '../processes/senders.ts';
import { startRaw } from '../raw.ts';

const mebibyte = 1024 * 1024;
const rounds = 2;

/** How files are sent: so many of such a size, so many at once. */
interface Load {
  mebibytes: number;
  atOnce: number;
  count: number;
}

interface Sink {
  pid: number;
  url: string;
  headers: Record<string, string>;
}

interface Use {
  seconds: number;
  /** Processor seconds of the server; null where they are not known. */
  processor: number | null;
}

/** A training video for one person: the fields, then the bytes. */
async function send(sink: Sink, { mebibytes, atOnce, count }: Load): Promise<Use> {
  const fields = [
    `${partHead({ name: 'user_ids' })}[1]\r\n`,
    partHead({ name: 'file', filename: 'loading.mp4', type: 'video/mp4' }),
    ftypOf('isom', 'isom', 'mp42').toString('latin1'),
  ];
  const task: SendersTask = {
    url: sink.url,
    headers: { ...sink.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    start: fields.join(''),
    end: `\r\n--${boundary}--\r\n`,
    size: mebibytes * mebibyte,
    atOnce,
    count,
  };
  let before: number | null = null;
  const seconds = await ask<Sent>(new URL('../processes/senders.ts', import.meta.url), task, () => {
    before = processorSeconds(sink.pid);
  });
  const after = processorSeconds(sink.pid);
  return { seconds, processor: before === null || after === null ? null : after - before };
}

function sum(uses: readonly Use[], value: (use: Use) => number | null): number {
  return uses.reduce((total, use) => total + (value(use) ?? 0), 0);
}

function figureOf(what: string, load: Load, ours: readonly Use[], limit: readonly Use[]): Figure {
  const megabytes = (rounds * load.count * load.mebibytes * mebibyte) / 1e6;
  const byProcessor =
    sum(limit, ({ processor }) => processor) / sum(ours, ({ processor }) => processor);
  return {
    what,
    ours: megabytes / sum(ours, ({ seconds }) => seconds),
    limit: megabytes / sum(limit, ({ seconds }) => seconds),
    unit: 'MB/s',
    ...(Number.isFinite(byProcessor) ? { byProcessor } : {}),
  };
}

interface Sinks {
  ours: Sink;
  /** A stream to the disk that waits until the bytes are there, as ours does. */
  durable: Sink;
  /** One that does not. */
  plain: Sink;
}

/** Megabytes a second of ours and of the streams, in turns, so that a slow moment of the machine meets all. */
async function speedFigures(what: string, sinks: Sinks, load: Load): Promise<Figure[]> {
  const uses: Record<keyof Sinks, Use[]> = { ours: [], durable: [], plain: [] };
  const names = ['plain', 'ours', 'durable'] as const;
  // Each once unmeasured: what the optimizer has not seen yet runs at half its speed.
  for (const name of names) await send(sinks[name], { ...load, count: load.atOnce });
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) uses[name].push(await send(sinks[name], load));
  }
  return [
    { ...figureOf(what, load, uses.ours, uses.durable), least: 0.7 },
    figureOf('  beside a stream without fsync', load, uses.ours, uses.plain),
  ];
}

async function memoryFigure(what: string, most: number, ours: Sink, load: Load): Promise<Figure> {
  const before = memoryMb(ours.pid);
  const peak = await peakMemoryMb(ours.pid, send(ours, load));
  return { what, ours: Math.max(0, peak - before), limit: most, unit: 'MB', most: 1 };
}

const small: Load = { mebibytes: 5, atOnce: 8, count: 64 };
const large: Load = { mebibytes: 50, atOnce: 20, count: 20 };
const video: Load = { mebibytes: 499, atOnce: 1, count: 1 };

async function measure({ url, pid, admin }: Company): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'headrack-bench-'));
  const plain = await startRaw({ kind: 'sink', folder, isDurable: false });
  const durable = await startRaw({ kind: 'sink', folder, isDurable: true });
  const ours: Sink = { url: `${url}/api/training/upload`, pid, headers: admin };
  const sinks: Sinks = {
    ours,
    durable: { url: durable.answer, pid: durable.pid, headers: {} },
    plain: { url: plain.answer, pid: plain.pid, headers: {} },
  };
  try {
    return [
      ...(await speedFigures('upload, 5 MiB, 8 at once', sinks, small)),
      await memoryFigure('  memory rise', 60, ours, small),
      ...(await speedFigures('upload, 50 MiB, 20 at once', sinks, large)),
      await memoryFigure('  memory rise', 60, ours, large),
      await memoryFigure('video upload, 499 MiB: memory rise', 40, ours, video),
    ];
  } finally {
    await plain.stop();
    await durable.stop();
    rmSync(folder, { recursive: true });
  }
}

/** A training video on its way to the disk, beside a plain stream to it: ours is also read, hashed and judged. */
export const uploads: Subject = {
  name: 'uploads',
  run: () => withCompany(() => undefined, measure),
};
