import { randomInt } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  honeypotField,
  type Inquiry,
  type InquiryInput,
  sendInquiry as sendInquiryEndpoint,
  type updateInquiry as updateInquiryEndpoint,
} from '#contract/inquiries.ts';
import { general } from '#contract/messages/general.ts';
import { inquiries as say } from '#contract/messages/inquiries.ts';
import { badgesEvent } from '#contract/portal.ts';
import { isUniqueViolation } from '../../database/faults.ts';
import type { Db } from '../../database/open.ts';
import type { InquiryRow } from '../../database/tables.ts';
import { recordAudit } from '../../platform/audit.ts';
import { decodeCursor, pageOf } from '../../platform/cursor.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import type { JudgeSender } from '../../platform/recaptcha.ts';
import { once } from '../../platform/replays.ts';
import { acknowledgementMail, officeMail } from './inquiries.mails.ts';
import {
  changeInquiry,
  countInquiries,
  insertInquiry,
  lockInquiry,
  selectInquiries,
} from './inquiries.queries.ts';

/** No vowels, so that it spells nothing; no 0, 1, L, which are heard or read as others. */
const referenceSigns = '23456789BCDFGHJKMNPQRSTVWXYZ';
const mostDraws = 5;

/** A new reference such as `Q-7F3K2M`: one of 480 million. */
export function drawReference(): string {
  const signs = Array.from({ length: 6 }, () => referenceSigns[randomInt(referenceSigns.length)]);
  return `Q-${signs.join('')}`;
}

export interface Sender {
  ip: string;
  /** The Idempotency-Key, when there is one. */
  key: string | undefined;
}

/** Stores a quote request and queues its mails; who may be a program is flagged, never refused. */
export async function receiveInquiry(
  ground: Ground,
  judge: JudgeSender,
  input: InquiryInput,
  sender: Sender,
  draw: () => string = drawReference,
): Promise<{ message: string; reference: string }> {
  const { recaptchaToken, ...asked } = input;
  const { [honeypotField]: trap, ...fields } = asked;
  // Asked before the transaction, which waits for nothing outside the database.
  const verdict = await judge(recaptchaToken);
  const trapped = trap.trim() !== '';
  const flagged = verdict.flagged || trapped;
  const now = ground.now();
  const attempt = {
    caller: 'public',
    call: sendInquiryEndpoint.name,
    key: sender.key,
    body: asked,
    status: sendInquiryEndpoint.status,
  };

  const store = (reference: string) =>
    once(ground.db, now, attempt, async (tx) => {
      // Only what is new counts: the answer to a retry is owed.
      await ground.limits.countForm(sendInquiryEndpoint.name, sender.ip);
      const inquiry = { ...fields, reference, flagged, created_at: now.toISOString() };
      const id = await insertInquiry(tx, { ...inquiry, flagged: flagged ? 1 : 0 });
      await recordAudit(tx, now, {
        userId: null,
        ip: sender.ip,
        action: 'inquiry.create',
        target: { kind: 'inquiry', id },
        detail: { reference, flagged },
      });
      const office = ground.config.officeEmail;
      const mails = [officeMail(inquiry, office, ground.config.publicUrl)];
      // A person may be taken for a program by reCAPTCHA, but nobody fills the field that people do not see.
      if (!trapped) mails.push(acknowledgementMail(inquiry, office));
      await ground.mailer.enqueue(tx, mails);
      return { message: say.submitted, reference };
    });

  for (let draws = 1; ; draws += 1) {
    try {
      const { reply, replayed } = await store(draw());
      if (!replayed) {
        ground.mailer.nudge();
        ground.realtime.toAdmins(badgesEvent);
      }
      return reply;
    } catch (error) {
      // The failed statement has ended the transaction: all of it runs again with another reference.
      if (draws === mostDraws || !isUniqueViolation(error, 'reference')) throw error;
    }
  }
}

/** How many inquiries nobody has begun to work on. */
export async function countNewInquiries(db: Db): Promise<number> {
  return countInquiries(db, 'new');
}

function onTheWire(row: InquiryRow): Inquiry {
  return { ...row, flagged: row.flagged === 1 };
}

/** One inquiry, held against other writers until the caller's transaction ends; unknown is 404. */
export async function holdInquiry(tx: Db, id: number): Promise<Inquiry> {
  const row = await lockInquiry(tx, id);
  if (!row) throw notFound();
  return onTheWire(row);
}

/** The inbox, newest first: all of it, or one page and where the next one starts. */
export async function readInquiries(
  ground: Ground,
  page: { limit?: number; before?: string },
): Promise<{ inquiries: Inquiry[]; next: string | null }> {
  const count = page.limit === undefined ? undefined : page.limit + 1;
  const found = await selectInquiries(ground.db, decodeCursor(page.before), count);
  const { rows, next } = pageOf(found, page.limit, (row) => ({ at: row.created_at, id: row.id }));
  return { inquiries: rows.map(onTheWire), next };
}

/** Sets status and note as far as they are sent; against a stale version nothing changes. */
export async function reviseInquiry(
  ground: Ground,
  id: number,
  change: BodyOf<typeof updateInquiryEndpoint>,
  by: { userId: number; ip: string },
): Promise<{ message: string }> {
  await ground.db.transaction().execute(async (tx) => {
    const before = await lockInquiry(tx, id);
    if (!before) throw notFound();
    const stale = typeof change.version === 'number' && change.version !== before.version;
    if (stale) throw conflict(general.stale, onTheWire(before));
    const after = { status: change.status ?? before.status, note: change.note ?? before.note };
    const noteChanged = after.note !== before.note;
    if (after.status === before.status && !noteChanged) return;
    await changeInquiry(tx, id, after);
    await recordAudit(tx, ground.now(), {
      userId: by.userId,
      ip: by.ip,
      action: 'inquiry.update',
      target: { kind: 'inquiry', id },
      detail: { before: before.status, after: after.status, noteChanged },
    });
  });
  ground.realtime.toAdmins(badgesEvent);
  return { message: say.updated };
}
