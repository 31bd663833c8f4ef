import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { files } from '#contract/messages/files.ts';
import { Refusal } from './errors.ts';
import { onDisk, type Written, writeToDisk } from './uploads-disk.ts';
import { wrongKind } from './uploads-judge.ts';
import type { Limits } from './uploads-kinds.ts';
import { exits, mostPixels, type PictureKind, sizeFile } from './uploads-picture-limits.ts';

const program = fileURLToPath(new URL('./uploads-picture-process.ts', import.meta.url));
const mostMs = 60_000;

/** One at a time: a picture of 50 megapixels takes half a gigabyte while it is decoded. */
let queue: Promise<unknown> = Promise.resolve();

function tooManyPixels({ field }: Limits): Refusal {
  const sentence = files.tooManyPixels(mostPixels / 1_000_000);
  return new Refusal(413, sentence, { fields: { [field]: sentence } });
}

/** A picture that was written anew. */
export interface Picture extends Written {
  /** Pixels. */
  width: number;
  height: number;
}

async function encode(
  path: string,
  kind: PictureKind,
  rule: Limits,
  folder: string,
): Promise<Picture> {
  const child = spawn(process.execPath, [program, path, kind], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    timeout: mostMs,
    killSignal: 'SIGKILL',
    // Nothing of ours is for a decoder to know.
    env: {},
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  ended.catch(() => {});
  const { stdout } = child;
  const sizes = child.stdio[sizeFile];
  if (!stdout || !(sizes instanceof Readable)) throw new Error('the process has no pipes');
  const size = text(sizes);
  size.catch(() => {});
  let written: Written | null = null;
  try {
    written = await writeToDisk(stdout, folder);
    const code = await onDisk(ended);
    if (code === exits.tooManyPixels) throw tooManyPixels(rule);
    if (code !== exits.done) throw wrongKind(rule, files.brokenPicture);
    const [width = 0, height = 0] = (await onDisk(size)).split(' ').map(Number);
    const whole = { ...written, width, height };
    written = null;
    return whole;
  } finally {
    child.kill('SIGKILL');
    if (written) await rm(written.path, { force: true });
  }
}

/**
 * Writes a picture anew in a process of its own, upright and without metadata, to another file of that folder;
 * GIF becomes PNG. Throws a Refusal: 413 over 50 megapixels, 415 for what cannot be decoded.
 */
export function writeAnew(
  path: string,
  kind: PictureKind,
  rule: Limits,
  folder: string,
): Promise<Picture & { kind: PictureKind }> {
  const work = queue.then(() => encode(path, kind, rule, folder));
  queue = work.catch(() => {});
  return work.then((written) => ({ ...written, kind: kind === 'gif' ? 'png' : kind }));
}
