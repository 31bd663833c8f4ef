/** Lists in pages hold the same records in the same order as the whole list. */
import { expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { listRecords } from './fixtures/list-records.ts';
import { expectReplyShape } from './fixtures/reply-shapes.ts';
import { injectOptions } from './fixtures/requests.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { suiteApp } from './harness/app.ts';
import { onBothDatabases } from './harness/databases.ts';

onBothDatabases('lists in pages', (engine) => {
  const t = suiteApp(engine);

  test.each(endpoints.filter((endpoint) => endpoint.paged))(
    '$name returns all records without a limit, and the same ones in pages (G6)',
    async (endpoint) => {
      await listRecords[endpoint.name]?.(t);
      await listRecords[endpoint.name]?.(t);
      const options = injectOptions(await validRequest(t, endpoint.name));
      const pageOf = (query: object) =>
        t.app.inject({ ...options, query: { ...(options.query as object), ...query } });
      // GET /api/notifications returns an object around the list.
      const rowsOf = (body: unknown[] | { notifications: unknown[] }) =>
        Array.isArray(body) ? body : body.notifications;
      const whole = rowsOf((await pageOf({ limit: '500' })).json());
      // The audit log is read in pages only.
      const unlimited = rowsOf((await pageOf({})).json());
      if (endpoint.name !== 'listAudit') expect(unlimited.slice(0, 500)).toEqual(whole);
      // Pages go back in time; a conversation is read forward.
      const isForward = endpoint.name === 'listMessages';
      const gathered: unknown[] = [];
      let next: string | undefined = '';
      for (let pages = 0; pages < 6 && next !== undefined; pages += 1) {
        const page = await pageOf({ limit: '1', ...(next && { before: next }) });
        expectReplyShape(endpoint, page.json());
        gathered[isForward ? 'unshift' : 'push'](...rowsOf(page.json()));
        next = page.headers['x-next-before'] as string | undefined;
      }
      const from = isForward ? whole.length - gathered.length : 0;
      expect(gathered).toEqual(whole.slice(from, from + gathered.length));
      expect(gathered.length === whole.length).toBe(next === undefined);
    },
  );
});
