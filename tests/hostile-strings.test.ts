import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '#contract/wire/endpoints.ts';
import { hashScripts } from '#server/platform/http/content-security.ts';
import { decodeCursor } from '#server/platform/http/lists.ts';
import { networkOf } from '#server/platform/limits/limits.ts';
import { cleanFileName } from '#server/platform/uploads/file-name.ts';
import { payloadSpecs } from './fixtures/payload-specs.ts';

const size = 100_000;
const limit = 20;

/** 100 kB each, crafted to make a careless pattern backtrack. */
const hostile: [label: string, text: string][] = [
  'a',
  ' ',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '.',
  '@',
  'a@',
  'a.',
  '@a.',
  '-',
  '0',
  '1 ',
  '/',
  '../',
  '\\',
  '"',
  '<',
  '<script ',
  '[',
  '{"a":',
  '%00',
  '%',
  '\u0000',
  '\ud800',
  '\u0301',
  '\u200d',
  '👩‍👩‍👧',
  'İ',
  '\ufdfa',
  'Bearer ',
  '2026-02-30',
].flatMap((part) => {
  const run = part.repeat(Math.ceil(size / part.length)).slice(0, size);
  const label = JSON.stringify(part);
  return [
    [label, run],
    [`${label} between`, `a${run}a`],
    [`e-mail of ${label}`, `a@${run}b`],
    [`e-mail before ${label}`, `${run}@b.c`],
  ] as [string, string][];
});

/** CPU milliseconds of this thread, so that other load doesn't count. */
function time(work: () => unknown): number {
  const start = process.threadCpuUsage();
  try {
    work();
  } catch {}
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** The fastest of three runs, so that a garbage collection doesn't count. */
function quickest(work: () => unknown): number {
  let best = time(work);
  for (let n = 0; n < 5 && best > limit / 2; n += 1) best = Math.min(best, time(work));
  return best;
}

/** The fields of every call, one of those that have the same kind, limits and choices. */
const fields = endpoints.flatMap((endpoint) => {
  const shapes = [endpoint.params, endpoint.query, endpoint.body].filter(
    (schema): schema is z.ZodMiniObject => schema !== undefined && 'shape' in schema,
  );
  return shapes.flatMap((object) =>
    Object.entries(object.shape).map(([key, schema]) => {
      const spec = object === endpoint.body && payloadSpecs[endpoint.name]?.[key];
      const about = spec ? JSON.stringify(spec) : key;
      return { name: `${endpoint.name}.${key}`, about, schema: schema as z.ZodMiniType };
    }),
  );
});
const different = [...new Map(fields.map((field) => [field.about, field])).values()];

test('no field spends more than 20 ms on 100 kB (SEC32)', () => {
  const slow: [string, string, number][] = [];
  for (const { name, schema } of different) {
    for (const [label, text] of hostile) {
      const spent = quickest(() => z.safeParse(schema, text));
      if (spent > limit) slow.push([name, label, spent]);
    }
  }
  expect(slow).toEqual([]);
});

test.each<[string, (text: string) => unknown]>([
  ['a cursor', (text) => decodeCursor(text)],
  ['a file name', (text) => cleanFileName(text, 'pdf')],
  ['an address', (text) => networkOf(text)],
  ['an Authorization header', (text) => /^Bearer +([^\s]+)$/i.exec(text)],
  ['a page', (text) => hashScripts(text, 'nonce')],
])('%s of 100 kB takes no more than 20 ms', (_label, work) => {
  const slow = hostile
    .map(([label, text]): [string, number] => [label, quickest(() => work(text))])
    .filter(([, spent]) => spent > limit);
  expect(slow).toEqual([]);
});
