import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { files } from '#contract/messages/files.ts';
import { general } from '#contract/messages/general.ts';
import { Refusal } from './errors.ts';
import { onDisk, type Written, writeToDisk } from './uploads-disk.ts';
import { familyOf } from './uploads-heads.ts';
import { wrongKind } from './uploads-judge.ts';
import type { Limits } from './uploads-kinds.ts';
import {
  exits,
  longestTold,
  mostPixels,
  type PictureKind,
  pictureKinds,
  type Told,
  tellingFile,
} from './uploads-picture-limits.ts';

const program = fileURLToPath(new URL('./uploads-picture-process.ts', import.meta.url));
const mostMs = 60_000;

const pixels = z.int().check(z.minimum(1), z.maximum(mostPixels));
const told = z.object({
  color: z.nullable(z.string().check(z.regex(/^#[0-9a-f]{6}$/))),
  forms: z
    .array(z.object({ kind: z.enum(pictureKinds), width: pixels, height: pixels }))
    .check(z.minLength(1)),
});

/** One at a time: a picture of 50 megapixels takes half a gigabyte while it is decoded. */
let queue: Promise<unknown> = Promise.resolve();

function tooManyPixels({ field }: Limits): Refusal {
  const sentence = files.tooManyPixels(mostPixels / 1_000_000);
  return new Refusal(413, sentence, { fields: { [field]: sentence } });
}

/** One form of a picture that was written anew. */
export interface PictureForm extends Written {
  kind: PictureKind;
  /** Pixels. */
  width: number;
  height: number;
}

/** A picture that was written anew. */
export interface Picture extends PictureForm {
  /** `#rrggbb`, of one that is kept in widths. */
  color: string | null;
  /** What it is kept as beside itself. */
  forms: PictureForm[];
}

interface Writing {
  path: string;
  kind: PictureKind;
  rule: Limits;
  folder: string;
}

/** The process at its work. */
interface Running {
  child: ChildProcess;
  /** Its exit code, once all of its files are closed. */
  ended: Promise<number | null>;
  telling: Readable;
  bytes: Readable[];
}

/** Forms that a picture can have by that rule. */
const mostForms = ({ widths }: Limits) => (widths ? widths.length * 2 : 1);

function start({ path, kind, rule }: Writing): Running {
  const args = [program, path, kind, rule.widths?.join() ?? ''];
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', ...Array(mostForms(rule)).fill('pipe')],
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
  // Held from the start: what nobody reads when the process ends would be dropped.
  const [telling, ...bytes] = child.stdio.slice(tellingFile).map((pipe) => {
    if (!(pipe instanceof Readable)) throw new Error('the process has no pipes');
    const held = new PassThrough();
    pipe.once('error', (error) => held.destroy(error));
    return pipe.pipe(held);
  });
  if (!telling) throw new Error('the process has no pipes');
  return { child, ended, telling, bytes };
}

/** What the process says that it makes; null when that is nothing that it could make by that rule. */
async function toldBy(telling: Readable, rule: Limits): Promise<Told | null> {
  let text = '';
  for await (const piece of telling) {
    text += String(piece);
    if (text.length > longestTold) return null;
  }
  const { data } = told.safeParse(parsed(text));
  return data && fits(rule, data) ? data : null;
}

function fits(rule: Limits, { forms }: Told): boolean {
  const { widths } = rule;
  if (forms.length > mostForms(rule) || !widths) return forms.length === 1;
  const most = Math.max(...widths);
  const isPromised = ({ kind, width }: Told['forms'][number], at: number) =>
    kind === (at % 2 === 0 ? 'avif' : 'webp') && width <= most;
  return forms.length % 2 === 0 && forms.every(isPromised);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

class NotAPicture extends Error {}

/** Writes the bytes of one form; no encoder needs more than 8 bytes for a pixel. */
async function writeForm(
  bytes: Readable,
  form: Told['forms'][number],
  folder: string,
): Promise<PictureForm> {
  const most = form.width * form.height * 8 + 65_536;
  let size = 0;
  const look = (piece: Buffer) => {
    if (size === 0 && familyOf(piece) !== form.kind) throw new NotAPicture();
    size += piece.length;
    if (size > most) throw new NotAPicture();
  };
  const written = await writeToDisk(bytes, folder, { look });
  return { ...written, ...form };
}

/** Removes files of the folder for temporary files. */
async function removeAll(files: readonly Written[]): Promise<void> {
  await Promise.all(files.map(({ path }) => rm(path, { force: true })));
}

/** Writes what the process makes; throws a Refusal when it makes nothing. */
async function take({ child, ended, telling, bytes }: Running, { rule, folder }: Writing) {
  const made = await onDisk(toldBy(telling, rule));
  const write = async (form: Told['forms'][number], at: number) => {
    try {
      return await writeForm(bytes[at] ?? telling, form, folder);
    } catch (error) {
      // It would wait for somebody to take the rest.
      child.kill('SIGKILL');
      throw error;
    }
  };
  const writing = await Promise.allSettled(made?.forms.map(write) ?? []);
  const forms = writing.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  try {
    // What is wrong with a form is the picture's fault, what is wrong with the disk is ours.
    const failed = writing.find((one) => one.status === 'rejected')?.reason;
    if (failed && !(failed instanceof NotAPicture)) throw failed;
    if (failed) throw wrongKind(rule, files.brokenPicture);
    const code = await onDisk(ended);
    if (code === exits.tooManyPixels) throw tooManyPixels(rule);
    // Out of time or of memory: the picture may be fine, and the next try may find room.
    if (child.signalCode === 'SIGKILL') {
      throw new Refusal(503, general.unavailable, { retryAfter: 10 });
    }
    const isWhole = forms.every(({ size }) => size > 0);
    if (code !== exits.done || !made || !isWhole) throw wrongKind(rule, files.brokenPicture);
    return { color: made.color, forms };
  } catch (error) {
    await removeAll(forms);
    throw error;
  }
}

async function encode(writing: Writing): Promise<Picture> {
  const running = start(writing);
  try {
    const { color, forms } = await take(running, writing);
    // The largest, which every browser can show.
    const main = forms.pop();
    if (!main) throw wrongKind(writing.rule, files.brokenPicture);
    return { ...main, color, forms };
  } finally {
    running.child.kill('SIGKILL');
  }
}

/**
 * Writes a picture anew in a process of its own, upright and without metadata, to other files of that folder:
 * by a rule with widths as AVIF and WebP in each that it has, the largest WebP first among them, else as one of
 * its own kind, GIF as PNG. Throws a Refusal: 413 over 50 megapixels, 415 for what cannot be decoded, 503 when the process
 * runs out of time or is killed.
 */
export function writeAnew(
  path: string,
  kind: PictureKind,
  rule: Limits,
  folder: string,
): Promise<Picture> {
  const work = queue.then(() => encode({ path, kind, rule, folder }));
  queue = work.catch(() => {});
  return work;
}
