import { expect, test, vi } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { sqliteOnly } from '#tests/harness/databases.ts';
import { makeSentQuote } from '#tests/harness/quotes.ts';
import { applied } from '#tests/records/hiring.ts';
import { changeRows } from '#tests/records/stored.ts';
import { Statements } from '../../database/sqlite-statements.ts';
import { deleteLink, type LinkedColumn } from './status-links.queries.ts';

type Call = [method: Parameters<typeof send>[1], path: string, body?: object];

sqliteOnly.describe('a link that is not live', () => {
  const t = suiteApp('sqlite');

  /** The statements of a call that answers 404. */
  async function workOf([method, path, body]: Call, code: string): Promise<string[]> {
    const execute = vi.spyOn(Statements.prototype, 'execute');
    const { statusCode } = await send(t, method, path.replace('{code}', code), null, body);
    const statements = execute.mock.calls.map(([{ sql }]) => sql);
    execute.mockRestore();
    expect([path, statusCode]).toEqual([path, 404]);
    return statements;
  }

  test.each<[LinkedColumn, () => Promise<{ id: number; code: string }>, Call[]]>([
    [
      'inquiry_id',
      async () => {
        const { inquiry: id, code } = await makeSentQuote(t);
        return { id, code };
      },
      [
        ['GET', '/api/inquiry/{code}'],
        ['GET', '/api/inquiry/{code}/values'],
        ['GET', '/inquiry/{code}/quote-1.pdf'],
        ['POST', '/api/inquiry/{code}/answer', { quote_id: 1, answer: 'accepted', name: 'Y' }],
        ['POST', '/api/inquiry/{code}/messages', { message: 'Hello' }],
        ['POST', '/api/inquiry/{code}/renew', { quote_id: 1 }],
      ],
    ],
    [
      'application_id',
      () => applied(t),
      [
        ['GET', '/api/application/status/{code}'],
        ['GET', '/api/application/status/{code}/history'],
        ['PUT', '/api/application/status/{code}', { phone: '815-555-0100' }],
        ['POST', '/api/application/status/{code}/withdraw'],
      ],
    ],
  ])(
    'costs the same work as an unknown one, so that time tells nothing: %s',
    async (column, make, calls) => {
      const [revoked, expired] = [await make(), await make()];
      await deleteLink(t.ctx.db, column, revoked.id);
      const expires_at = t.ctx.now().toISOString();
      await changeRows(t, 'status_links', { [column]: expired.id }, { expires_at });
      await changeRows(t, 'quotes', { inquiry_id: expired.id }, { status: 'withdrawn' });
      for (const call of calls) {
        const unknown = await workOf(call, 'x'.repeat(43));
        expect(unknown.length).toBeGreaterThan(0);
        for (const code of ['x', '%00', 'é', revoked.code, expired.code]) {
          expect(await workOf(call, code)).toEqual(unknown);
        }
      }
    },
  );
});
