import fc from 'fast-check';
import { expect, test } from 'vitest';
import { inquiryStatuses } from '#contract/inquiries.ts';
import { inquiryStatusNames } from '#contract/messages/inquiry-office.ts';
import { businessDayAfter } from '#contract/rules/office-hours.ts';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { read } from '#tests/records/stored.ts';

const status = fc.constantFrom(...inquiryStatuses);
/** What two admins do, by a page loaded just now, loaded before, or a client without versions. */
const change = fc.record({
  sees: fc.constantFrom('current', 'first', 'none'),
  body: fc.record(
    {
      status,
      note: fc.constantFrom('', 'Called', 'Called again'),
      next_step: fc.constantFrom('', 'Call'),
      next_step_on: fc.constantFrom(null, '2026-06-01', '2026-07-01'),
      scheduled_on: fc.constantFrom(null, '2026-06-20'),
    },
    { requiredKeys: [] },
  ),
});
/** Rounds of changes; those of a round are concurrent. */
const history = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 5 });

onBothWhenFull('the state of an inquiry', (engine) => {
  let minutes = 0;
  const opened = Date.parse('2026-06-01T14:00:00.000Z');
  const t = suiteApp(engine, { now: () => new Date(opened + minutes * 60_000) });

  test('always follows from its events, whatever happens at once', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (changes) => {
        await send(t, 'POST', '/api/inquiry', null, smallInquiry);
        const [{ id }] = await read(t, '/api/inquiries?limit=1');
        const url = `/api/inquiries/${id}`;
        let stored = 0;
        for (const round of changes) {
          minutes += 1;
          const { version } = await read(t, url);
          const replies = await Promise.all(
            round.map(({ sees, body }) => {
              const seen = { current: { version }, first: { version: 1 }, none: {} }[sees];
              return send(t, 'PUT', url, t.admin, { ...body, ...seen });
            }),
          );
          for (const { statusCode } of replies) expect([200, 409]).toContain(statusCode);
          stored += replies.filter(({ statusCode }) => statusCode === 200).length;
        }
        const row = await t.ctx.db
          .selectFrom('inquiries')
          .selectAll()
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        const events = await read(t, `${url}/events`);
        const moves = events.filter(({ kind }: { kind: string }) => kind === 'status');
        let last: string = inquiryStatusNames.new;
        for (const { text } of moves) {
          const [before, after] = text.split(' → ');
          expect(before).toBe(last);
          last = after;
        }
        expect(inquiryStatusNames[row.status]).toBe(last);
        const at = moves.map(({ created_at }: { created_at: string }) => created_at);
        const isDecided = row.status === 'won' || row.status === 'lost';
        expect(row).toMatchObject({
          due_at: row.status === 'new' ? businessDayAfter(new Date(row.created_at)) : null,
          replied_at: at[0] ?? null,
          decided_at: isDecided ? at.at(-1) : null,
        });
        expect(row.version).toBeLessThanOrEqual(1 + stored);
      }),
      rounds(15, 200),
    );
  });
});
