import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Inquiry, type InquiryEvent, inquiryStatuses } from '#contract/inquiries.ts';
import type { StatusStep } from '#contract/inquiry-status.ts';
import { inquiryStatusNames } from '#contract/messages/inquiry-office.ts';
import { businessDayAfter } from '#contract/rules/office-hours.ts';
import { rounds } from '#tests/fixtures/fuzz.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import {
  answerWith,
  inquiryOf,
  makeLinkedInquiry,
  makeQuote,
  sendQuote,
  withdrawQuote,
} from '#tests/harness/quotes.ts';
import { read, rowsOf } from '#tests/records/stored.ts';

type Status = Inquiry['status'];

/** What the office or the customer does, with one of three quotes. */
const act = fc.oneof(
  fc.record({
    do: fc.constantFrom('send', 'withdraw', 'accepted', 'declined'),
    quote: fc.nat({ max: 2 }),
  }),
  fc.record({ do: fc.constant('set' as const), status: fc.constantFrom(...inquiryStatuses) }),
);
/** Acts of one moment happen at once. */
const history = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { maxLength: 7 });

type Act = { do: string; quote: number } | { do: 'set'; status: Status };

const ended = ['accepted', 'declined', 'withdrawn'];

const statusOf = (inquiry: Inquiry, one: Act) =>
  'status' in one ? '' : (inquiry.quotes[one.quote]?.status ?? '');

/** The status that a successful act sets; null when it sets none. */
function statusBy(one: Act, before: Inquiry): Status | null {
  if ('status' in one) return one.status;
  if (one.do === 'send') return 'quoted';
  // Repeating an acceptance changes nothing.
  return one.do === 'accepted' && statusOf(before, one) !== 'accepted' ? 'won' : null;
}

/** The status of a quote after a successful act that ends it. */
const endOf = (one: Act) => (one.do === 'withdraw' ? 'withdrawn' : one.do);

function expectConsistent(before: Inquiry, after: Inquiry, done: readonly Act[]): void {
  const set = done.map((one) => statusBy(one, before)).filter((status) => status !== null);
  // Of acts at once any may have been the last.
  expect(set.length > 0 ? set : [before.status]).toContain(after.status);
  for (const one of done) {
    if (['set', 'send'].includes(one.do)) continue;
    expect(statusOf(after, one)).toBe(endOf(one));
  }
  for (const [place, { status }] of before.quotes.entries()) {
    if (ended.includes(status)) expect(after.quotes[place]?.status).toBe(status);
  }
  const accepted = after.quotes.filter(({ status }) => status === 'accepted');
  expect(accepted.length).toBeLessThanOrEqual(1);
  if (accepted.length > 0) expect(['won', 'lost']).toContain(after.status);
}

/** What the customer's page says of an inquiry without a planned pickup. */
function stepOf({ status, quotes }: Inquiry): StatusStep {
  if (status === 'won') return 'accepted';
  if (status === 'lost') return 'closed';
  if (status === 'new') return 'received';
  const sent = quotes.filter(({ sent_at }) => sent_at !== null);
  const isOpen = sent.length === 0 || sent.some((quote) => quote.status === 'sent');
  if (status === 'quoted' && isOpen) return 'quoted';
  return status === 'quoted' && sent.at(-1)?.status === 'declined' ? 'declined' : 'in_progress';
}

onBothDatabases('an inquiry and its quotes', (engine) => {
  const t = suiteApp(engine);

  const perform = (
    one: Act,
    { id, code, quotes }: { id: number; code: string; quotes: number[] },
  ) => {
    if ('status' in one) {
      return send(t, 'PUT', `/api/inquiries/${id}`, t.admin, { status: one.status });
    }
    const quote = quotes[one.quote] ?? 0;
    if (one.do === 'send') return sendQuote(t, quote);
    return one.do === 'withdraw' ? withdrawQuote(t, quote) : answerWith(t, code, quote, one.do);
  };

  test("its status follows from its quotes' events and the office, whatever happens at once", async () => {
    const property = fc.asyncProperty(history, async (moments) => {
      const linked = await makeLinkedInquiry(t);
      const { id } = linked;
      const quotes = [await makeQuote(t, id), await makeQuote(t, id), await makeQuote(t, id)];
      let before = await inquiryOf(t, id);
      for (const moment of moments) {
        const replies = await Promise.all(moment.map((one) => perform(one, { ...linked, quotes })));
        for (const { statusCode, body } of replies) {
          expect([200, 404, 409], body).toContain(statusCode);
        }
        const after = await inquiryOf(t, id);
        const done = moment.filter((_, place) => replies[place]?.statusCode === 200);
        expectConsistent(before, after, done);
        const page = await t.app.inject(`/api/inquiry/${linked.code}`);
        expect(page.json().status).toBe(stepOf(after));
        before = after;
      }
      // The status and its times follow from the moves in the timeline.
      const events: InquiryEvent[] = await read(t, `/api/inquiries/${id}/events`);
      const moves = events.filter(({ kind }) => kind === 'status');
      const names = moves.map(({ text }) => text.split(' → '));
      for (const [place, [from]] of names.entries())
        expect(from).toBe(names[place - 1]?.[1] ?? 'New');
      expect(inquiryStatusNames[before.status]).toBe(names.at(-1)?.[1] ?? 'New');
      const at = moves.map(({ created_at }) => created_at);
      const isDecided = before.status === 'won' || before.status === 'lost';
      expect(await rowsOf(t, 'inquiries', { id })).toMatchObject([
        {
          due_at: before.status === 'new' ? businessDayAfter(new Date(before.created_at)) : null,
          replied_at: at[names.findLastIndex(([, to]) => to === 'New') + 1] ?? null,
          decided_at: isDecided ? at.at(-1) : null,
        },
      ]);
    });
    await fc.assert(property, rounds(12, 400));
  });
});
