/** What the bodies of a company's responses must be; each throws otherwise. */
import assert from 'node:assert/strict';
import type { Job } from '#contract/jobs.ts';
import { jobOf380 } from './company.ts';

const parse = (body: Buffer): unknown => JSON.parse(body.toString());

/** A list with the ids from 1 to `count`, each once. */
export const listOf =
  (count: number, key: string) =>
  (body: Buffer): void => {
    const ids = (parse(body) as Record<string, number>[]).map((record) => Number(record[key]));
    const wanted = Array.from({ length: count }, (_, index) => index + 1);
    assert.deepEqual(
      ids.toSorted((a, b) => a - b),
      wanted,
    );
  };

/** A job with the texts of `jobOf380`. */
export function aJob(body: Buffer): void {
  const { id, version, ...fields } = parse(body) as Job;
  assert.ok(id > 0 && version === 1);
  assert.deepEqual(fields, jobOf380);
}

/** The same JSON as that response, whatever the order of its keys. */
export const sameAs =
  (response: Buffer | undefined) =>
  (body: Buffer): void =>
    assert.deepEqual(parse(body), parse(response ?? Buffer.alloc(0)));

/** The reply to a creation at that server, where the job can then be read. */
export const createdAt =
  (url: string) =>
  async (body: Buffer): Promise<void> => {
    const { id } = parse(body) as { id: number };
    const response = await fetch(`${url}/api/careers/${id}`);
    aJob(Buffer.from(await response.arrayBuffer()));
  };

/** The reply to a sign-in at that server, which accepts its token. */
export const signedInAt =
  (url: string) =>
  async (body: Buffer): Promise<void> => {
    const { token } = parse(body) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/api/user`, { headers });
    await response.arrayBuffer();
    assert.equal(response.status, 200);
  };

/** A page with that text. */
export const pageWith =
  (text: string) =>
  (body: Buffer): void => {
    const page = body.toString();
    assert.ok(/^<!doctype html>/i.test(page) && page.includes(text), `no page with ${text}`);
  };
