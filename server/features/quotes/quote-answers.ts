import * as contract from '#contract/inquiry-status.ts';
import { inquiryStatus as messages, quotes as quoteMessages } from '#contract/messages/quotes.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { selectRecordForUpdate, updateRecord } from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import { type Visitor, writeTransaction } from '../../platform/writes/writes.ts';
import { changeInquiry, linkOf } from '../inquiries/inquiries.service.ts';
import { recordEvent } from '../inquiries/inquiry-events.service.ts';
import { getLinkedForUpdate, notifyOffice } from '../inquiries/inquiry-status.service.ts';
import { answerMail } from './quotes.mails.ts';
import type { QuoteRow } from './quotes.queries.ts';
import { targetOf } from './quotes.service.ts';
import { hasAcceptedQuote, isExpired } from './quotes-reading.service.ts';

type Answer = BodyOf<typeof contract.answerQuote>;

/** Throws 404 for a quote that isn't this customer's, and 409 when it can't get this answer anymore. */
function assertOpen(row: QuoteRow | undefined, inquiryId: number, now: Date): QuoteRow {
  if (!row || row.inquiry_id !== inquiryId || row.sent_at === null) {
    throw notFound(messages.quoteGone);
  }
  if (row.status === 'withdrawn') throw conflict(messages.withdrawn);
  if (row.status !== 'sent') throw conflict(messages.alreadyAnswered);
  if (isExpired(row, now)) throw conflict(messages.expired);
  return row;
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
    await ctx.limits.countCode(tx, contract.answerQuote.name, visitor.ip);
    const inquiry = await getLinkedForUpdate(write, code);
    const found = await selectRecordForUpdate(tx, 'quotes', quote_id);
    const reply = { message: messages[answer] };
    if (found?.inquiry_id === inquiry.id && found.status === answer) return reply;
    const row = assertOpen(found, inquiry.id, now);
    if (isAccepted && (await hasAcceptedQuote(tx, inquiry.id))) {
      throw conflict(messages.otherAccepted);
    }
    const answered = { answered_at: now.toISOString(), answered_by: name, answer_note: note };
    await updateRecord(tx, 'quotes', quote_id, { status: answer, ...answered });
    if (isAccepted) await changeInquiry(ctx, write, visitor, inquiry, { status: 'won' });
    const { company_name: company } = inquiry;
    const text = `${isAccepted ? 'Accepted' : 'Declined'} ${row.number}${note && `: ${note}`}`;
    await recordEvent(write, inquiry.id, { kind: 'customer', text, author_id: null, sender: name });
    const message = quoteMessages[answer](company, row.number);
    await notifyOffice(ctx, write, inquiry, message);
    const mail = answerMail(
      inquiry,
      { number: row.number, total: row.total_cents / 100 },
      { isAccepted, name, note, url: `${ctx.config.publicUrl}${linkOf(inquiry.id)}` },
      ctx.config.officeEmail,
    );
    await ctx.mailer.enqueue(tx, [{ ...mail, link: linkOf(inquiry.id) }]);
    await write.audit({ action: 'quote.answer', target: targetOf(row), detail: { answer } });
    write.afterCommit(() => ctx.mailer.wake());
    return reply;
  });
}
