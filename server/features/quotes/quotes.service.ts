import { isDeepStrictEqual } from 'node:util';
import { quotes as messages } from '#contract/messages/quotes.ts';
import type { QuoteLine } from '#contract/quotes.ts';
import * as contract from '#contract/quotes.ts';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { insertRecord, selectRecordForUpdate, updateRecord } from '../../database/records.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { MailReasons } from '../../platform/mail/mailer.ts';
import { conflict, invalid, notFound } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { getInquiryForUpdate, linkOf, publishChange } from '../inquiries/inquiries.service.ts';
import { recordEvent } from '../inquiries/inquiry-events.service.ts';
import { getInquiry } from '../inquiries/inquiry-status.service.ts';
import { keepStatusLink } from '../status-links/status-links.service.ts';
import { applyQuoteEvent } from './quote-events.ts';
import { quoteMail, takenBackMail } from './quotes.mails.ts';
import {
  putLines,
  type QuoteLineRow,
  type QuoteRow,
  selectQuote,
  selectQuotes,
} from './quotes.queries.ts';
import {
  acceptedReason,
  endsQuotes,
  isExpired,
  openReason,
  quoteOf,
} from './quotes-reading.service.ts';

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

/** A quote is mailed while it can be accepted, to the address that the inquiry has; the office hears of acceptances that hold. */
export const quoteMailReasons: MailReasons = {
  async [openReason](db, { id, recipient, now }) {
    const row = await selectQuote(db, id);
    if (row?.status !== 'sent' || isExpired(row, now)) return false;
    const { status, email_address } = await getInquiry(db, row.inquiry_id);
    return email_address === recipient && !endsQuotes(status);
  },
  async [acceptedReason](db, { id }) {
    return (await selectQuote(db, id))?.status === 'accepted';
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
      const inquiry = await getInquiryForUpdate(write.tx, inquiryId);
      assertNotPast(fields.valid_until, write.now);
      const made = await insertDraft(write, inquiry, { ...fields, rows: toRows(lines) }, actor);
      return { message: messages.created, ...made };
    },
    { endpoint: contract.createQuote, key, body: { inquiryId, lines, ...fields } },
  );
}

/** Stores a draft of an inquiry, which is locked so that two quotes don't get the same number. */
async function insertDraft(
  write: Write,
  { id, reference }: InquiryRow,
  { rows, ...fields }: Pick<QuoteRow, 'valid_until' | 'message'> & { rows: QuoteLineRow[] },
  actor: Actor,
): Promise<{ quote_id: number; number: string }> {
  const { tx, now, audit } = write;
  const number = `${reference}-${(await selectQuotes(tx, [id])).length + 1}`;
  const quote_id = await insertRecord(tx, 'quotes', {
    ...fields,
    inquiry_id: id,
    number,
    total_cents: totalOf(rows),
    created_by: actor.userId,
    created_at: now.toISOString(),
  });
  await putLines(tx, quote_id, rows);
  await audit({ action: 'quote.create', target: targetOf({ quote_id, number }) });
  publishChange(write);
  return { quote_id, number };
}

/** Adds a draft with the same lines, valid for as many days from today, once per Idempotency-Key. */
export async function copyQuote(
  ctx: AppContext,
  id: number,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; quote_id: number; number: string }> {
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const { inquiry, row } = await getQuoteForUpdate(write, id);
      const { lines, message } = await quoteOf(write.tx, row, write.now);
      const from = today(new Date(row.sent_at ?? row.created_at));
      const days = Math.max(0, (Date.parse(row.valid_until) - Date.parse(from)) / 86_400_000);
      const valid_until = dayAfter(today(write.now), days);
      const fields = { message, valid_until, rows: toRows(lines) };
      const made = await insertDraft(write, inquiry, fields, actor);
      return { message: messages.copied, ...made };
    },
    { endpoint: contract.copyQuote, key, body: { id } },
  );
}

/** A quote and its inquiry, both locked: the inquiry first, as every write that needs both. */
export async function getQuoteForUpdate(
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

/**
 * Mails the customer the link to a quote, which fixes its price; mails it again when it was sent before, once per
 * Idempotency-Key. 409 with the current quote when the version is stale.
 */
export async function sendQuote(
  ctx: AppContext,
  id: number,
  { version }: BodyOf<typeof contract.sendQuote>,
  actor: Actor,
  key: string | undefined,
): Reply {
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const { tx, now, audit, afterCommit } = write;
      const { inquiry, row } = await getQuoteForUpdate(write, id);
      const quote = await quoteOf(tx, row, now);
      await currentRow(row, version, () => quote);
      if (row.status === 'draft' && row.valid_until < today(now)) throw conflict(messages.expired);
      const isFirst = row.sent_at === null;
      const sent_at = row.sent_at ?? now.toISOString();
      await applyQuoteEvent(ctx, write, actor, 'send', { inquiry, row }, { sent_at });
      const url = await keepStatusLink(ctx, tx, 'inquiry_id', inquiry.id, now);
      const mail = inLanguage(inquiry.language, () =>
        quoteMail(inquiry, quote, url, ctx.config.officeEmail),
      );
      const reason = { kind: openReason, id };
      await ctx.mailer.enqueue(tx, [{ ...mail, link: linkOf(inquiry.id), reason }]);
      const text = `${isFirst ? 'Sent' : 'Sent again'} ${row.number}: ${dollars(quote.total)}`;
      await recordEvent(write, inquiry.id, { kind: 'quote', text, author_id: actor.userId });
      await audit({ action: 'quote.send', target: targetOf(row), detail: { again: !isFirst } });
      afterCommit(() => ctx.mailer.wake());
      publishChange(write);
      return { message: isFirst ? messages.sent : messages.sentAgain };
    },
    { endpoint: contract.sendQuote, key, body: { id, version } },
  );
}

/** Withdraws a quote that isn't answered. Repeating it changes nothing. */
export async function withdrawQuote(ctx: AppContext, id: number, actor: Actor): Reply {
  return writeTransaction(ctx, actor, async (write) => {
    const { inquiry, row } = await getQuoteForUpdate(write, id);
    if (row.status === 'withdrawn') return { message: messages.withdrawn };
    const stopped = await applyQuoteEvent(ctx, write, actor, 'withdraw', { inquiry, row });
    const text = `Withdrew ${row.number}${stopped > 0 ? '. Its email was stopped before it left.' : ''}`;
    await recordEvent(write, inquiry.id, { kind: 'quote', text, author_id: actor.userId });
    await write.audit({ action: 'quote.withdraw', target: targetOf(row) });
    publishChange(write);
    return { message: messages.withdrawn };
  });
}

/** The timeline keeps who accepted it. */
const unanswered = { answered_at: null, answered_by: '', answer_note: '' };

/** Undoes an acceptance; the customer is mailed the reason. */
export async function takeBackQuote(
  ctx: AppContext,
  id: number,
  { reason }: BodyOf<typeof contract.takeBackQuote>,
  actor: Actor,
): Reply {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit, afterCommit } = write;
    const { inquiry, row } = await getQuoteForUpdate(write, id);
    const quoteAndInquiry = { inquiry, row };
    const stopped = await applyQuoteEvent(
      ctx,
      write,
      actor,
      'takeBack',
      quoteAndInquiry,
      unanswered,
    );
    const url = await keepStatusLink(ctx, tx, 'inquiry_id', inquiry.id, now);
    const office = ctx.config.officeEmail;
    const mail = inLanguage(inquiry.language, () =>
      takenBackMail(inquiry, row.number, { reason, url }, office),
    );
    await ctx.mailer.enqueue(tx, [{ ...mail, link: linkOf(inquiry.id) }]);
    const ending = stopped > 0 ? '\nIts confirmation was stopped before it left.' : '';
    const text = `Took back the acceptance of ${row.number}: ${reason}${ending}`;
    await recordEvent(write, inquiry.id, { kind: 'quote', text, author_id: actor.userId });
    await audit({ action: 'quote.take-back', target: targetOf(row) });
    afterCommit(() => ctx.mailer.wake());
    publishChange(write);
    return { message: messages.tookBack };
  });
}
