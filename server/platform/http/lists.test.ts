import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import type { Endpoint } from '#contract/wire/endpoint.ts';
import { type Cursor, jsonTextOf, pageOf, partRows, replyOf } from './lists.ts';

const list = { paged: true } as Endpoint;

/** Reads numbers from 1 to `count` in pages, and says how often it was asked. */
function numbers(count: number) {
  const asked: number[] = [];
  const read = async (before: Cursor | null, limit: number) => {
    asked.push(limit);
    const from = (before?.id ?? 0) + 1;
    const length = Math.max(0, Math.min(limit + 1, count - from + 1));
    const rows = Array.from({ length }, (_, index) => ({ id: from + index }));
    return pageOf(rows, limit, ({ id }) => ({ at: '', id }));
  };
  return { read, asked };
}

async function answer(result: unknown, limit?: number, endpoint = list) {
  const headers = new Map<string, string>();
  const reply = { header: (name: string, value: string) => headers.set(name, value) };
  const asked = { limit, before: null };
  const body = await replyOf(endpoint, result, asked, reply as unknown as FastifyReply);
  return { body, headers };
}

const idsIn = async (body: unknown) =>
  (JSON.parse(await jsonTextOf(body)) as { id: number }[]).map(({ id }) => id);

test.each([0, 1, partRows, partRows + 1, 3 * partRows])(
  'a list of %d rows is sent whole without a limit, in parts',
  async (count) => {
    const { read, asked } = numbers(count);
    const { body, headers } = await answer(read);
    expect(await idsIn(body)).toEqual(Array.from({ length: count }, (_, index) => index + 1));
    expect(asked).toHaveLength(Math.max(1, Math.ceil(count / partRows)));
    expect(headers.size).toBe(0);
  },
);

test('a list with a bound of its own ends there', async () => {
  const { body } = await answer(numbers(3).read, undefined, { paged: 2 } as Endpoint);
  expect(await idsIn(body)).toEqual([1, 2]);
});

test('a list in an object keeps its key, other replies are unchanged', async () => {
  const parts = async function* () {
    yield [];
    yield [{ id: 1 }];
    yield [{ id: 2 }];
  };
  const { body } = await answer({ rows: parts() });
  expect(JSON.parse(await jsonTextOf(body))).toEqual({ rows: [{ id: 1 }, { id: 2 }] });
  for (const other of [{ message: 'x' }, [{ id: 1 }], undefined, null]) {
    expect((await answer(other)).body).toBe(other);
  }
});

test('fails before anything is sent when the first part fails, and breaks off later', async () => {
  const failing = (from: number) => async (before: Cursor | null, limit: number) => {
    if ((before?.id ?? 0) >= from) throw new Error('no connection');
    return numbers(3 * partRows).read(before, limit);
  };
  await expect(answer(failing(0))).rejects.toThrow('no connection');
  const { body } = await answer(failing(2 * partRows));
  await expect(jsonTextOf(body)).rejects.toThrow('no connection');
});
