import { isDeepStrictEqual } from 'node:util';
import { quotes as messages } from '#contract/messages/quotes.ts';
import type { QuoteLine } from '#contract/quotes.ts';
import * as contract from '#contract/quotes.ts';
import { today } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { insertRecord, selectRecordForUpdate, updateRecord } from '../../database/records.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { MailReasons } from '../../platform/mail/mailer.ts';
import { stopMails } from '../../platform/mail/outbox.queries.ts';
import { conflict, invalid, notFound } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import {
  changeInquiry,
  getInquiryForUpdate,
  linkOf,
  publishChange,
} from '../inquiries/inquiries.service.ts';
import { recordEvent } from '../inquiries/inquiry-events.service.ts';
import { getInquiry } from '../inquiries/inquiry-status.service.ts';
import { keepStatusLink } from '../status-links/status-links.service.ts';
import { quoteMail } from './quotes.mails.ts';
import { putLines, type QuoteRow, selectQuote, selectQuotes } from './quotes.queries.ts';
import { hasAcceptedQuote, isExpired, quoteOf } from './quotes-reading.service.ts';

type Reply = Promise<{ message: string }>;

const cents = (amount: number) => Math.round(amount * 100);
const toRows = (lines: readonly QuoteLine[]) =>
  lines.map(({ unit_price, ...line }) => ({ ...line, unit_price_cents: cents(unit_price) }));
const totalOf = (lines: readonly { quantity: number; unit_price_cents: number }[]) =>
  lines.reduce((total, { quantity, unit_price_cents }) => total + quantity * unit_price_cents, 0);

function assertNotPast(validUntil: string | undefined, now: Date): void {
  if (validUntil !== undefined && validUntil < today(now)) {
    throw invalid({ valid_until: messages.validUntilPast }, messages.validUntilPast);
  }
}

const quoteMailReason = 'quote';

/** A quote is mailed while it can be accepted, to the address that the inquiry has. */
export const quoteMailReasons: MailReasons = {
  async [quoteMailReason](db, { id, recipient, now }) {
    const row = await selectQuote(db, id);
    if (row?.status !== 'sent' || isExpired(row, now)) return false;
    return (await getInquiry(db, row.inquiry_id)).email_address === recipient;
  },
};

export const targetOf = ({ quote_id, number }: Pick<QuoteRow, 'quote_id' | 'number'>) => ({
  kind: 'quote',
  id: quote_id,
  label: number,
});

/** Adds a draft to an inquiry, once per Idempotency-Key. */
export async function createQuote(
  ctx: AppContext,
  inquiryId: number,
  { lines, ...fields }: BodyOf<typeof contract.createQuote>,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; quote_id: number; number: string }> {
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const { tx, now, audit } = write;
      // Locked, so that two quotes don't get the same number.
      const { reference } = await getInquiryForUpdate(tx, inquiryId);
      assertNotPast(fields.valid_until, now);
      const number = `${reference}-${(await selectQuotes(tx, [inquiryId])).length + 1}`;
      const rows = toRows(lines);
      const quote_id = await insertRecord(tx, 'quotes', {
        ...fields,
        inquiry_id: inquiryId,
        number,
        total_cents: totalOf(rows),
        created_by: actor.userId,
        created_at: now.toISOString(),
      });
      await putLines(tx, quote_id, rows);
      await audit({ action: 'quote.create', target: targetOf({ quote_id, number }) });
      publishChange(write);
      return { message: messages.created, quote_id, number };
    },
    { endpoint: contract.createQuote, key, body: { inquiryId, lines, ...fields } },
  );
}

/** A quote and its inquiry, both locked: the inquiry first, as every write that needs both. */
async function getQuoteForUpdate(
  { tx }: Write,
  id: number,
): Promise<{ inquiry: InquiryRow; row: QuoteRow }> {
  const found = await selectQuote(tx, id);
  if (!found) throw notFound();
  const inquiry = await getInquiryForUpdate(tx, found.inquiry_id);
  const row = await selectRecordForUpdate(tx, 'quotes', id);
  if (!row) throw notFound();
  return { inquiry, row };
}

/** Changes a draft; 409 once it is sent, and with the current quote when the version is stale. */
export async function updateQuote(
  ctx: AppContext,
  id: number,
  { version, lines, ...fields }: BodyOf<typeof contract.updateQuote>,
  actor: Actor,
): Reply {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit } = write;
    const { row } = await getQuoteForUpdate(write, id);
    if (row.status !== 'draft') throw conflict(messages.notDraft);
    const stored = await quoteOf(tx, row, now);
    await currentRow(row, version, () => stored);
    assertNotPast(fields.valid_until, now);
    const isOther = lines !== undefined && !isDeepStrictEqual(lines, stored.lines);
    const rows = isOther ? toRows(lines) : null;
    const change = {
      ...changedColumns(row, fields),
      ...(rows && { total_cents: totalOf(rows) }),
    };
    if (Object.keys(change).length === 0) return { message: messages.updated };
    await updateRecord(tx, 'quotes', id, change);
    if (rows) await putLines(tx, id, rows);
    await audit({
      action: 'quote.update',
      target: targetOf(row),
      detail: { changed: Object.keys(change) },
    });
    publishChange(write);
    return { message: messages.updated };
  });
}

/** Mails the customer the link to a quote, which fixes its price; mails it again when it was sent before. */
export async function sendQuote(ctx: AppContext, id: number, actor: Actor): Reply {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit, afterCommit } = write;
    const { inquiry, row } = await getQuoteForUpdate(write, id);
    if (row.status !== 'draft' && row.status !== 'sent') throw conflict(messages.notSendable);
    if (row.valid_until < today(now)) throw conflict(messages.expired);
    if (await hasAcceptedQuote(tx, inquiry.id)) throw conflict(messages.isWon);
    const isFirst = row.sent_at === null;
    const sent_at = row.sent_at ?? now.toISOString();
    await updateRecord(tx, 'quotes', id, { status: 'sent', sent_at });
    await changeInquiry(ctx, write, actor, inquiry, { status: 'quoted' });
    const url = await keepStatusLink(ctx, tx, 'inquiry_id', inquiry.id, now);
    const quote = await quoteOf(tx, row, now);
    const mail = inLanguage(inquiry.language, () =>
      quoteMail(inquiry, quote, url, ctx.config.officeEmail),
    );
    // A second press replaces what waits.
    await stopMails(tx, [quoteMailReason], [id]);
    const reason = { kind: quoteMailReason, id };
    await ctx.mailer.enqueue(tx, [{ ...mail, link: linkOf(inquiry.id), reason }]);
    const text = `${isFirst ? 'Sent' : 'Sent again'} ${row.number}: ${dollars(quote.total)}`;
    await recordEvent(write, inquiry.id, { kind: 'quote', text, author_id: actor.userId });
    await audit({ action: 'quote.send', target: targetOf(row), detail: { again: !isFirst } });
    afterCommit(() => ctx.mailer.wake());
    publishChange(write);
    return { message: isFirst ? messages.sent : messages.sentAgain };
  });
}

/** Withdraws a quote that isn't answered. Repeating it changes nothing. */
export async function withdrawQuote(ctx: AppContext, id: number, actor: Actor): Reply {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, audit } = write;
    const { inquiry, row } = await getQuoteForUpdate(write, id);
    if (row.status === 'withdrawn') return { message: messages.withdrawn };
    if (row.status !== 'draft' && row.status !== 'sent') throw conflict(messages.answered);
    await updateRecord(tx, 'quotes', id, { status: 'withdrawn' });
    const isStopped = (await stopMails(tx, [quoteMailReason], [id])).length > 0;
    const text = `Withdrew ${row.number}${isStopped ? '. Its email was stopped before it left.' : ''}`;
    await recordEvent(write, inquiry.id, { kind: 'quote', text, author_id: actor.userId });
    await audit({ action: 'quote.withdraw', target: targetOf(row) });
    publishChange(write);
    return { message: messages.withdrawn };
  });
}
