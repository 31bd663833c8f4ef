import type * as contract from '#contract/inquiry-status.ts';
import { inquiryEvents } from '#contract/messages/inquiry-office.ts';
import { inquiryStatus as messages, quotes as quoteMessages } from '#contract/messages/quotes.ts';
import { today } from '#contract/rules/dates.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { selectRecordForUpdate } from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import { type Visitor, type Write, writeTransaction } from '../../platform/writes/writes.ts';
import { linkOf } from '../inquiries/inquiries.service.ts';
import { hasEvent, recordEvent } from '../inquiries/inquiry-events.service.ts';
import { getLinkedForUpdate, notifyOffice } from '../inquiries/inquiry-status.service.ts';
import { keepStatusLink } from '../status-links/status-links.service.ts';
import { applyQuoteEvent } from './quote-events.ts';
import { acceptedMail, answerMail } from './quotes.mails.ts';
import { targetOf } from './quotes.service.ts';
import { acceptedReason } from './quotes-reading.service.ts';

type Answer = BodyOf<typeof contract.answerQuote>;

/** A quote that was sent, and its inquiry, both locked; 404 for one that isn't this customer's. */
async function getAnswerable(ctx: AppContext, write: Write, code: string, quoteId: number) {
  const inquiry = await getLinkedForUpdate(ctx, write, code);
  const row = await selectRecordForUpdate(write.tx, 'quotes', quoteId);
  if (!row || row.inquiry_id !== inquiry.id || row.sent_at === null) {
    throw notFound(messages.quoteGone);
  }
  return { inquiry, row };
}

/** Stores a customer's answer to a quote; an accepted one wins the inquiry. The same answer again changes nothing. */
export async function answerQuote(
  ctx: AppContext,
  code: string,
  { quote_id, answer, name, note }: Answer,
  visitor: Visitor,
): Promise<{ message: string }> {
  const isAccepted = answer === 'accepted';
  return writeTransaction(ctx, visitor, async (write) => {
    const { tx, now } = write;
    const { inquiry, row } = await getAnswerable(ctx, write, code, quote_id);
    const reply = { message: messages[answer] };
    if (row.status === answer) return reply;
    const answered = { answered_at: now.toISOString(), answered_by: name, answer_note: note };
    const event = isAccepted ? 'accept' : 'decline';
    await applyQuoteEvent(ctx, write, visitor, event, { inquiry, row }, answered);
    const { company_name: company } = inquiry;
    const text = `${isAccepted ? 'Accepted' : 'Declined'} ${row.number}${note && `: ${note}`}`;
    await recordEvent(write, inquiry.id, { kind: 'customer', text, author_id: null, sender: name });
    const message = quoteMessages[answer](company, row.number);
    await notifyOffice(ctx, write, inquiry, message);
    const link = linkOf(inquiry.id);
    const quote = { number: row.number, total: row.total_cents / 100 };
    const answerOf = { isAccepted, name, note, url: `${ctx.config.publicUrl}${link}` };
    const { officeEmail: office } = ctx.config;
    const mails = [answerMail(inquiry, quote, answerOf, office)];
    if (isAccepted) {
      const url = await keepStatusLink(ctx, tx, 'inquiry_id', inquiry.id, now);
      const day = today(now);
      mails.push(
        inLanguage(inquiry.language, () => acceptedMail(inquiry, quote, { url, day }, office)),
      );
      const sent = inquiryEvents.confirmed(inquiry.email_address);
      await recordEvent(write, inquiry.id, { kind: 'mail', text: sent });
    }
    const reason = isAccepted && { reason: { kind: acceptedReason, id: quote_id } };
    await ctx.mailer.enqueue(
      tx,
      mails.map((mail) => ({ ...mail, link, ...reason })),
    );
    await write.audit({ action: 'quote.answer', target: targetOf(row), detail: { answer } });
    write.afterCommit(() => ctx.mailer.wake());
    return reply;
  });
}

/** Asks for a new price of an expired or declined quote; the owner is told once. */
export async function renewQuote(
  ctx: AppContext,
  code: string,
  quoteId: number,
  visitor: Visitor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, visitor, async (write) => {
    const { inquiry, row } = await getAnswerable(ctx, write, code, quoteId);
    const { company_name, contact_person: sender } = inquiry;
    const text = `Asked for a new price instead of ${row.number}`;
    // The office learns it from this.
    const noticed = { expiry_noticed_at: write.now.toISOString() };
    if (!(await hasEvent(write.tx, inquiry.id, text))) {
      await applyQuoteEvent(ctx, write, visitor, 'renew', { inquiry, row }, noticed);
      await recordEvent(write, inquiry.id, { kind: 'customer', text, author_id: null, sender });
      await notifyOffice(ctx, write, inquiry, quoteMessages.renewed(company_name, row.number));
      await write.audit({ action: 'quote.renew', target: targetOf(row) });
    }
    return { message: messages.renewed };
  });
}
