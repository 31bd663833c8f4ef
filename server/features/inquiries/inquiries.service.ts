import { randomInt } from 'node:crypto';
import { honeypotField } from '#contract/form-choices.ts';
import {
  type Inquiry,
  type InquiryInput,
  sendInquiry as sendInquiryEndpoint,
  type updateInquiry as updateInquiryEndpoint,
} from '#contract/inquiries.ts';
import { inquiries as messages } from '#contract/messages/inquiries.ts';
import { badgesEvent } from '#contract/portal.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { isUniqueViolation } from '../../database/errors.ts';
import type { Db } from '../../database/open.ts';
import { selectRecordForUpdate, updateRecord } from '../../database/records.ts';
import type { InquiryRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import type { VerifyCaptcha } from '../../platform/limits/recaptcha.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { acknowledgementMail, officeMail } from './inquiries.mails.ts';
import { insertInquiry, insertNote, selectInquiries, selectNotes } from './inquiries.queries.ts';
import { linkOf, thinOutFlagged } from './inquiries-expiring.ts';
import {
  insertVehicles,
  shipmentOf,
  updateVehicles,
  vehiclesOf,
} from './inquiry-vehicles.service.ts';

export { countNewInquiries } from './inquiries.queries.ts';
export { expiringInquiries, expiringInquiryNames } from './inquiries-expiring.ts';
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
  { ip, key }: { ip: string; key: string | undefined },
  newReference: () => string = generateReference,
): Promise<{ message: string; reference: string }> {
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
        const { tx, now, audit, publish, afterCommit } = write;
        // Inside the transaction, so that retries don't count.
        const { isFlood } = await ctx.limits.countForm(tx, sendInquiryEndpoint.name, ip);
        const flagged = isBot || isFlood;
        if (flagged) await thinOutFlagged(write);
        const inquiry = { ...shipment, reference, flagged, created_at: now.toISOString() };
        const { vins: _, stops: __, ...columns } = inquiry;
        const id = await insertInquiry(tx, { ...columns, flagged: flagged ? 1 : 0 });
        await insertVehicles(tx, id, inquiry);
        await audit({
          action: 'inquiry.create',
          target: { kind: 'inquiry', id, label: labelOf(inquiry) },
          detail: { reference, flagged },
        });
        const office = ctx.config.officeEmail;
        const link = linkOf(id);
        if (!flagged || (await ctx.limits.mayMailFlagged(tx, sendInquiryEndpoint.name))) {
          const mail = officeMail(inquiry, office, ctx.config.publicUrl);
          await ctx.mailer.enqueue(tx, [{ ...mail, link }]);
        }
        // A bot must not send mails through us; a person whom reCAPTCHA flagged sees the reference on the page.
        if (!flagged) {
          const receipt = acknowledgementMail(inquiry, office);
          await ctx.mailer.enqueueToVisitor(tx, { ...receipt, link });
        }
        afterCommit(() => ctx.mailer.wake());
        publish('admins', badgesEvent);
        return { message: messages.submitted, reference };
      },
      call,
    );

  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store(newReference());
    } catch (error) {
      // The failed statement aborted the transaction, so run it again with another reference.
      if (attempt === maxAttempts || !isUniqueViolation(error, 'reference')) throw error;
    }
  }
}

/** The audit label of an inquiry. */
function labelOf({ company_name, reference }: Pick<Inquiry, 'company_name' | 'reference'>): string {
  return `${company_name}, ${reference}`;
}

async function toDtos(db: Db, rows: readonly InquiryRow[]): Promise<Inquiry[]> {
  const ids = rows.map(({ id }) => id);
  const notes = Map.groupBy(await selectNotes(db, ids), (note) => note.inquiry_id);
  const vehicles = await vehiclesOf(db, rows);
  return rows.map((row) => ({
    ...row,
    ...(vehicles.get(row.id) ?? { vins: [], stops: [] }),
    flagged: row.flagged === 1,
    notes: (notes.get(row.id) ?? []).map(
      ({ id, text, created_at, username, first_name, last_name }) => ({
        id,
        author: personName({ username: username ?? '', first_name, last_name }),
        text,
        created_at,
      }),
    ),
  }));
}

/** Returns an inquiry, locked until the caller's transaction ends; throws 404 for an unknown one. */
export async function getInquiryForUpdate(tx: Db, id: number): Promise<InquiryRow> {
  const row = await selectRecordForUpdate(tx, 'inquiries', id);
  if (!row) throw notFound();
  return row;
}

/** Inquiries, newest first. */
export function listInquiries({ db }: Pick<AppContext, 'db'>): ReadPage<Inquiry> {
  return async (before, limit) => {
    const found = await selectInquiries(db, before, limit);
    const { rows, end } = pageOf(found, limit, ({ created_at, id }) => ({ at: created_at, id }));
    return { rows: await toDtos(db, rows), end };
  };
}

/**
 * Sets the status and adds the note, if they are sent; throws 409 when the version is stale.
 * A note equal to the latest one adds nothing, so that retries are harmless. A blank note clears the latest note
 * but keeps the thread.
 */
export async function updateInquiry(
  ctx: AppContext,
  id: number,
  { version, vins, stops, ...change }: BodyOf<typeof updateInquiryEndpoint>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async ({ tx, now, audit, publish }) => {
    publish('admins', badgesEvent);
    const reply = { message: messages.updated };
    const before = await currentRow(
      await selectRecordForUpdate(tx, 'inquiries', id),
      version,
      async (row) => (await toDtos(tx, [row])).at(0),
    );
    const columns = changedColumns(before, change);
    const vehicles = await updateVehicles(tx, before, { vins, stops });
    if (Object.keys(columns).length === 0 && vehicles === null) return reply;
    const { status = before.status, note } = columns;
    await updateRecord(tx, 'inquiries', id, { ...vehicles, status, note: note ?? before.note });
    if (note !== undefined && !isBlank(note)) {
      const row = { inquiry_id: id, author_id: actor.userId, text: note };
      await insertNote(tx, { ...row, created_at: now.toISOString() });
    }
    await audit({
      action: 'inquiry.update',
      target: { kind: 'inquiry', id, label: labelOf(before) },
      detail: {
        ...(status !== before.status && { before: before.status, after: status }),
        ...(note !== undefined && { noteChanged: true }),
        ...(vehicles && { vehiclesChanged: true }),
      },
    });
    return reply;
  });
}
