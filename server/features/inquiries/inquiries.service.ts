import { randomInt } from 'node:crypto';
import { honeypotField } from '#contract/form-choices.ts';
import {
  type Inquiry,
  type InquiryEvent,
  type InquiryInput,
  sendInquiry as sendInquiryEndpoint,
  type updateInquiry as updateInquiryEndpoint,
} from '#contract/inquiries.ts';
import { inquiries as messages } from '#contract/messages/inquiries.ts';
import { inquiryEvents, inquiryOffice as office } from '#contract/messages/inquiry-office.ts';
import { businessDayAfter } from '#contract/rules/office-hours.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import type { Language } from '#contract/text/languages.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { isUniqueViolation } from '../../database/errors.ts';
import type { Db } from '../../database/open.ts';
import { selectRecordForUpdate } from '../../database/records.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import type { VerifyCaptcha } from '../../platform/limits/recaptcha.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import { type Actor, currentRow, writeTransaction } from '../../platform/writes/writes.ts';
import { applyOfficeMove } from '../quotes/quote-states.service.ts';
import { makeStatusLink } from '../status-links/status-links.service.ts';
import { acknowledgementMail, officeMail } from './inquiries.mails.ts';
import {
  countMessagesAfter,
  insertInquiry,
  selectEvents,
  selectInquiries,
  selectInquiry,
  setUnread,
} from './inquiries.queries.ts';
import { labelOf, linkOf, publishChange, thinOutFlagged } from './inquiries-expiring.ts';
import { changeInquiry } from './inquiry-changes.ts';
import { readInquiryDto, toDtos, toEvent } from './inquiry-dtos.ts';
import { recordEvent } from './inquiry-events.service.ts';
import { insertVehicles, shipmentOf, updateVehicles } from './inquiry-vehicles.service.ts';

export {
  countNewInquiries,
  countOverdueInquiries,
  countUnreadInquiries,
} from './inquiries.queries.ts';
export {
  expiredLinkOf,
  expiringInquiries,
  expiringInquiryNames,
  labelOf,
  linkOf,
  publishChange,
} from './inquiries-expiring.ts';
export { changeInquiry } from './inquiry-changes.ts';
export { listInquiryVehicles } from './inquiry-vehicles.service.ts';

/** Without vowels, so that it spells no words, and without 0, 1 and L, which are easily confused. */
const referenceAlphabet = '23456789BCDFGHJKMNPQRSTVWXYZ';
const maxAttempts = 5;

/** Generates a random reference such as `Q-7F3K2M`, one of 480 million. */
export function generateReference(): string {
  const pick = () => referenceAlphabet[randomInt(referenceAlphabet.length)];
  return `Q-${Array.from({ length: 6 }, pick).join('')}`;
}

/** Stores a quote request and queues its mails. Possible spam is flagged, never rejected. */
export async function receiveInquiry(
  ctx: AppContext,
  verifyCaptcha: VerifyCaptcha,
  input: InquiryInput,
  { ip, key, language }: { ip: string; key: string | undefined; language: Language },
  newReference: () => string = generateReference,
): Promise<{ message: string; reference: string; status_url: string }> {
  const { recaptchaToken, ...body } = input;
  const { [honeypotField]: honeypot, ...fields } = body;
  const shipment = shipmentOf(fields);
  // Before the transaction, which must not wait for the network.
  const captcha = await verifyCaptcha(recaptchaToken);
  const isBot = captcha.flagged || !isBlank(honeypot);
  const call = { endpoint: sendInquiryEndpoint, key, body };

  const store = (reference: string) =>
    writeTransaction(
      ctx,
      { userId: null, ip },
      async (write) => {
        const { tx, now, audit, afterCommit } = write;
        // Inside the transaction, so that retries don't count.
        const form = await ctx.limits.countForm(tx, sendInquiryEndpoint.name, ip);
        const flagged = isBot || form.isFlood;
        if (flagged) await thinOutFlagged(write);
        const created_at = now.toISOString();
        const inquiry = { ...shipment, reference, flagged, created_at, language };
        const { vins: _, stops: __, ...columns } = inquiry;
        const due_at = businessDayAfter(now);
        const id = await insertInquiry(tx, { ...columns, flagged: flagged ? 1 : 0, due_at });
        await insertVehicles(tx, id, inquiry);
        await audit({
          action: 'inquiry.create',
          target: { kind: 'inquiry', id, label: labelOf(inquiry) },
          detail: { reference, flagged },
        });
        const statusUrl = await makeStatusLink(ctx, tx, 'inquiry_id', id, now);
        const office = ctx.config.officeEmail;
        const link = linkOf(id);
        if (!flagged || (await ctx.limits.mayMailFlagged(tx, sendInquiryEndpoint.name))) {
          const mail = officeMail(inquiry, office, `${ctx.config.publicUrl}${link}`);
          await ctx.mailer.enqueue(tx, [{ ...mail, link }]);
        }
        // A bot must not send mails through us; a person whom reCAPTCHA flagged sees the reference on the page.
        const receipt = inLanguage(language, () => acknowledgementMail(inquiry, office, statusUrl));
        const isMailed =
          !flagged && (await ctx.mailer.enqueueToVisitor(tx, { ...receipt, link }, form));
        const text = inquiryEvents.confirmed(isMailed ? inquiry.email_address : '');
        await recordEvent(write, id, { kind: 'mail', text });
        afterCommit(() => ctx.mailer.wake());
        publishChange(write);
        const encryptedUrl = ctx.tokens.encryptCode(statusUrl, 'status link');
        return { message: messages.submitted, reference, encryptedUrl };
      },
      call,
    );

  for (let attempt = 1; ; attempt += 1) {
    try {
      const { encryptedUrl, ...reply } = await store(newReference());
      return { ...reply, status_url: ctx.tokens.decryptCode(encryptedUrl, 'status link') };
    } catch (error) {
      // The failed statement aborted the transaction, so run it again with another reference.
      if (attempt === maxAttempts || !isUniqueViolation(error, 'reference')) throw error;
    }
  }
}

/** Returns an inquiry, locked until the caller's transaction ends; throws 404 for an unknown one. */
export async function getInquiryForUpdate(tx: Db, id: number): Promise<InquiryRow> {
  const row = await selectRecordForUpdate(tx, 'inquiries', id);
  if (!row) throw notFound();
  return row;
}

/** Inquiries, newest first. */
export function listInquiries({ db, now }: Pick<AppContext, 'db' | 'now'>): ReadPage<Inquiry> {
  return async (before, limit) => {
    const found = await selectInquiries(db, before, limit);
    const { rows, end } = pageOf(found, limit, ({ created_at, id }) => ({ at: created_at, id }));
    return { rows: await toDtos(db, rows, now()), end };
  };
}

/** One inquiry; throws 404 for an unknown one. */
export async function getInquiry(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  id: number,
): Promise<Inquiry> {
  const inquiry = await readInquiryDto(db, id, now());
  if (!inquiry) throw notFound();
  return inquiry;
}

/** Everything that happened to an inquiry, oldest first; throws 404 for an unknown one. */
export async function listEvents(
  { db }: Pick<AppContext, 'db'>,
  id: number,
): Promise<InquiryEvent[]> {
  if (!(await selectInquiry(db, id))) throw notFound();
  return (await selectEvents(db, id)).map(toEvent);
}

/**
 * Sets what is sent and adds the note; throws 409 when the version is stale, 400 for an owner who isn't an open admin.
 * A note equal to the latest one adds nothing, so that retries are harmless. A blank note clears the latest note
 * but keeps the thread.
 */
export async function updateInquiry(
  ctx: AppContext,
  id: number,
  { version, vins, stops, ...change }: BodyOf<typeof updateInquiryEndpoint>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now } = write;
    const before = await currentRow(
      await selectRecordForUpdate(tx, 'inquiries', id),
      version,
      (row) => readInquiryDto(tx, row.id, now),
    );
    const stopped = await applyOfficeMove(write, before, change.status ?? before.status);
    const vehicles = await updateVehicles(tx, before, { vins, stops });
    await changeInquiry(ctx, write, actor, before, change, vehicles);
    if (stopped > 0) {
      await recordEvent(write, id, { kind: 'quote', text: inquiryEvents.stopped });
    }
    return { message: messages.updated };
  });
}

/** Marks the sender's messages as read, those up to a note or all; throws 404 for an unknown inquiry. */
export async function markRead(
  ctx: AppContext,
  id: number,
  upTo: number | null | undefined,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx } = write;
    const { unread } = await getInquiryForUpdate(tx, id);
    // One that came since the page was loaded stays unread.
    const left = upTo ? Math.min(unread, await countMessagesAfter(tx, id, upTo)) : 0;
    if (left < unread) {
      await setUnread(tx, id, left);
      publishChange(write);
    }
    return { message: office.read };
  });
}
