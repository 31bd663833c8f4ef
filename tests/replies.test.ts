import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isCalendarDate } from '#contract/dates.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { listRecords } from './fixtures/list-records.ts';
import { injectOptions } from './fixtures/requests.ts';
import { stateSnapshot } from './fixtures/state-snapshot.ts';
import { sendValid, validRequest } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import { onBothDatabases } from './harness/databases.ts';

const dates =
  /^(datePosted|pickup_date|delivery_date|cdl_expiration_date|driver_license_expiration|from_date|to_date|hire_date|damage_date)$/;
const instants =
  /^(at|timestamp|readAt|upload_date|uploadDate|(created|updated|uploaded|submitted|expires|delivered|opened|acknowledged|reminded|reacted|invited|written|decided|last_seen|last_used|confirmed)_at)$/;

/** Their ids are those of WebAuthn. */
const webauthn = ['startPasskey', 'startPasskeySignIn'];

/** Every value of the reply with its key. */
function leaves(value: unknown, key = ''): [key: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap((entry) => leaves(entry, key));
  if (typeof value !== 'object' || value === null) return [[key, value]];
  return Object.entries(value).flatMap(([name, entry]) => leaves(entry, name));
}

onBothDatabases('replies', (engine) => {
  const t = suiteApp(engine);

  async function reply(endpoint: Endpoint): Promise<unknown> {
    await listRecords[endpoint.name]?.(t);
    const response = await sendValid(t, endpoint.name);
    expect(response.statusCode, response.body).toBe(endpoint.status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    return response.json();
  }

  function expectReplyShape(endpoint: Endpoint, body: unknown): void {
    const parsed = z.safeParse(endpoint.reply as z.ZodMiniType, body);
    expect(parsed.error?.issues ?? []).toEqual([]);
    // Parsing drops keys that the schema doesn't have.
    expect(body).toEqual(parsed.data);
    for (const [key, value] of leaves(body)) {
      if (value === null) continue;
      if (dates.test(key)) expect(value, key).toSatisfy(isCalendarDate);
      if (instants.test(key)) {
        expect(value, key).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
      }
      if (webauthn.includes(endpoint.name)) continue;
      if (/^(id|(?!target_).*_id|version)$/.test(key))
        expect(value, key).toSatisfy(Number.isInteger);
    }
  }

  test.each(endpoints.filter(({ reply }) => reply))(
    '$name returns what the contract promises and no other key',
    async (endpoint) => {
      const body = await reply(endpoint);
      expectReplyShape(endpoint, body);
      if (Array.isArray(body)) expect(body.length).toBeGreaterThan(0);
    },
  );

  test.each(endpoints.filter((endpoint) => endpoint.paged))(
    '$name returns all records without a limit, and the same ones in pages (G6)',
    async (endpoint) => {
      expectReplyShape(endpoint, await reply(endpoint));
      await reply(endpoint);
      const options = injectOptions(await validRequest(t, endpoint.name));
      const pageOf = (query: object) =>
        t.app.inject({ ...options, query: { ...(options.query as object), ...query } });
      // GET /api/notifications returns an object around the list.
      const rowsOf = (body: unknown[] | { notifications: unknown[] }) =>
        Array.isArray(body) ? body : body.notifications;
      const whole = rowsOf((await pageOf({ limit: '500' })).json());
      const gathered: unknown[] = [];
      for (let next: string | undefined = ''; next !== undefined; ) {
        const page = await pageOf({ limit: '1', ...(next && { before: next }) });
        expectReplyShape(endpoint, page.json());
        gathered.push(...rowsOf(page.json()));
        next = page.headers['x-next-before'] as string | undefined;
      }
      // Pages go back in time; a conversation is read forward.
      if (endpoint.name === 'listMessages') gathered.reverse();
      expect(gathered.slice(0, 500)).toEqual(whole);
    },
  );

  test.each(endpoints.filter(({ method }) => method === 'GET'))(
    '$name stores nothing but receipts and audit entries',
    async (endpoint) => {
      await listRecords[endpoint.name]?.(t);
      const options = injectOptions(await validRequest(t, endpoint.name));
      const state = async () => {
        const { rows, files } = (await stateSnapshot(t)) as { rows: object; files: string[] };
        return { rows: { ...rows, audit: 0, audit_chain: 0, document_receipts: 0 }, files };
      };
      const before = await state();
      for (const method of ['GET', 'HEAD'] as const) {
        const { statusCode } = await t.app.inject({ ...options, method });
        expect(statusCode).toBeLessThan(300);
      }
      expect(await state()).toEqual(before);
    },
  );
});
