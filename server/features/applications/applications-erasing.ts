import * as contract from '#contract/applications.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { accountKey, addressForms } from '#contract/text/text-fold.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import {
  clearAuditLabels,
  clearAuditLabelsBefore,
  countAuditLabels,
} from '../../platform/audit/audit-clearing.queries.ts';
import { deleteMailsFor, deleteMailsTo } from '../../platform/mail/outbox.queries.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import { forgetReplies } from '../../platform/writes/idempotency.ts';
import {
  type Actor,
  type ExpiringRecords,
  type Visitor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { linkOf } from '../applicants/applicants-receipt.service.ts';
import { eraseDrafts } from '../applicants/application-drafts.service.ts';
import { deleteObjects } from '../files/files.service.ts';
import { withdraw } from '../notifications/notifications.service.ts';
import { publishApplications } from './application-changes.ts';
import { selectDocuments } from './applications.queries.ts';
import {
  type ApplicantRow,
  countExpired,
  deleteApplicationRows,
  isAddressOfOthers,
  selectApplicants,
  selectEmail,
  selectEmployed,
  selectExpired,
} from './applications-erasing.queries.ts';
import { applicationMails } from './applications-stages.service.ts';
import { personKey } from './same-applicant.ts';

/** Applicants read at a time while looking for one. */
const chunkSize = 1_000;
const auditKind = 'application';

/** Deletes applications with their rows, files, notifications and waiting mails; returns those that existed, and the files. */
export async function deleteApplications(ctx: AppContext, write: Write, ids: readonly number[]) {
  const { tx } = write;
  const documents = await selectDocuments(tx, ids);
  const rows = await deleteApplicationRows(tx, ids);
  const resumes = rows.flatMap(({ resume_path: key }) => key ?? []);
  const files = [...resumes, ...documents.map(({ object_key }) => object_key)];
  await withdraw(write, ids.map(linkOf));
  await deleteObjects(ctx, write, files);
  await deleteMailsFor(tx, applicationMails, ids);
  if (rows.length > 0) publishApplications(write);
  return { rows, files };
}

/** Deletes applications and what else names their applicants: stored replies and the audit log; returns their addresses. */
export async function removeApplications(
  ctx: AppContext,
  write: Write,
  ids: readonly number[],
): Promise<string[]> {
  const { tx } = write;
  const { rows, files } = await deleteApplications(ctx, write, ids);
  await clearAuditLabels(tx, auditKind, ids);
  // The name of a resume's file often is the applicant's.
  await clearAuditLabels(tx, 'file', files);
  const replies = ids.map((id) => ({ message: messages.submitted, id }));
  await forgetReplies(tx, contract.sendApplication.name, replies);
  return rows.map(({ email }) => email);
}

/** 409 when one of the applications is of a person who works here. */
export async function requireNotEmployed({ tx }: Write, ids: readonly number[]): Promise<void> {
  if ((await selectEmployed(tx, ids)).length > 0) throw conflict(messages.worksHere);
}

/** 49 CFR 391.51: a driver's application is kept while they are employed and for three years after. */
const yearsAfterLeaving = 3;

/** From when to when applications expire: those of people who were hired also by when they left. */
function expiring(before: string, now: Date): { before: string; left: string } {
  const left = new Date(now);
  left.setUTCFullYear(left.getUTCFullYear() - yearsAfterLeaving);
  return { before, left: left.toISOString() };
}

export const expiringApplications: ExpiringRecords = {
  count: (db, before, now) => countExpired(db, expiring(before, now)),
  async remove(ctx, write, before, limit) {
    const ids = await selectExpired(write.tx, expiring(before, write.now), limit);
    await removeApplications(ctx, write, ids);
    return ids.length;
  },
};

const nameSubjects = [{ kind: auditKind }, { kind: 'file', prefix: 'resumes/' }];

/** The names in audit entries about applications that an admin had deleted before. */
export const expiringApplicantNames: ExpiringRecords = {
  count: (db, before) => countAuditLabels(db, nameSubjects, before),
  remove: (_ctx, { tx }, before, limit) => clearAuditLabelsBefore(tx, nameSubjects, before, limit),
};

/**
 * All applications of one person, oldest first: those with the address, and those with the phone number and the name
 * of one of them.
 */
export async function findApplications(db: Db, email: string): Promise<ApplicantRow[]> {
  const all: ApplicantRow[] = [];
  for (let after = 0, size = chunkSize; size === chunkSize; ) {
    const rows = await selectApplicants(db, after, chunkSize);
    all.push(...rows);
    size = rows.length;
    after = rows.at(-1)?.id ?? after;
  }
  const sameEmail = (row: ApplicantRow) => accountKey(row.email) === accountKey(email);
  const keys = new Set(all.filter(sameEmail).map(personKey));
  keys.delete(null);
  return all.filter((row) => sameEmail(row) || keys.has(personKey(row)));
}

/** The applications of the person who sent this one; 404 when it doesn't exist. */
export async function findSameApplicant(
  { db }: Pick<AppContext, 'db'>,
  id: number,
): Promise<contract.Applicant> {
  const email = await selectEmail(db, id);
  if (email === undefined) throw notFound();
  const found = await findApplications(db, email);
  return {
    applications: found
      .map(({ id, created_at, position, first_name, last_name, email: address, phone }) => ({
        ...{ id, created_at, position, first_name, last_name },
        ...{ email: address, phone },
      }))
      .reverse(),
  };
}

/** Erases all applications of the person with this address, their resumes and the mails to them; returns the counts. */
export async function eraseApplicant(
  ctx: AppContext,
  email: string,
  actor: Actor | Visitor,
): Promise<{ applications: number; mails: number }> {
  // Before the transaction: one that arrives meanwhile, or gets this address, is a new one.
  const ids = (await findApplications(ctx.db, email)).map(({ id }) => id);
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, audit } = write;
    await requireNotEmployed(write, ids);
    const removed = await removeApplications(ctx, write, ids);
    let mails = 0;
    let drafts = 0;
    for (const address of new Set([email, ...removed].flatMap(addressForms))) {
      drafts += await eraseDrafts(write, address);
      // An account's or a customer's mail is about something else.
      if (!(await isAddressOfOthers(tx, address))) mails += await deleteMailsTo(tx, address);
    }
    const counts = { applications: removed.length, mails };
    if (removed.length + mails + drafts > 0) {
      const target = { kind: auditKind, id: ids[0] ?? '', label: '' };
      await audit({ action: 'applicant.erase', target, detail: counts });
    }
    return counts;
  });
}

/** Erases everything about the person who sent this application; 404 when it doesn't exist. */
export async function eraseSameApplicant(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  const email = await selectEmail(ctx.db, id);
  if (email === undefined) throw notFound();
  const { applications } = await eraseApplicant(ctx, email, actor);
  return { message: messages.erased(applications) };
}
