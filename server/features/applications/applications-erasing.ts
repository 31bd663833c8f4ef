import * as contract from '#contract/applications.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import { accountKey } from '#contract/text/text-fold.ts';
import type { Db } from '../../database/open.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import {
  clearAuditLabels,
  clearAuditLabelsBefore,
  countAuditLabels,
} from '../../platform/audit/audit-clearing.queries.ts';
import { deleteMailsFor, deleteMailsTo, eraseMails } from '../../platform/mail/outbox.queries.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import { forgetReplies } from '../../platform/writes/idempotency.ts';
import {
  type Actor,
  type ExpiringRecords,
  type Visitor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { linkOf, linkOfStarted } from '../applicants/applicants-receipt.service.ts';
import { eraseDrafts } from '../applicants/application-drafts.service.ts';
import { deleteObjects } from '../files/files.service.ts';
import { withdraw } from '../notifications/notifications.service.ts';
import { publishApplications } from './application-changes.ts';
import { selectDocuments } from './applications.queries.ts';
import {
  countExpired,
  deleteApplicationRows,
  isAddressOfOthers,
  selectEmployed,
  selectExpired,
} from './applications-erasing.queries.ts';
import { applicantMails, stageMailLink } from './applications-stages.service.ts';
import {
  firstOf,
  type Identity,
  selectIdentity,
  selectSame,
  selectSameDrafts,
  selectWithAddress,
} from './same-applicant.queries.ts';

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
  await deleteMailsFor(tx, applicantMails, ids);
  if (rows.length > 0) publishApplications(write);
  return { rows, files };
}

/** Deletes applications and what else names their applicants: stored replies and the audit log; returns their addresses, as they are compared. */
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
  return rows.map(({ email_key }) => email_key);
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

/** What may be of one person: their applications and the started ones, newest first. */
async function findSame(
  db: Db,
  rows: readonly Identity[],
  email?: string,
): Promise<contract.Applicant> {
  const firsts = rows.map(firstOf);
  const applications = await selectSame(db, rows);
  const drafts = await selectSameDrafts(db, rows, email);
  return {
    applications: applications.reverse().map((row) => ({
      ...shownOf(row, row),
      by_link: firsts.includes(firstOf(row)) ? 1 : 0,
    })),
    drafts: drafts.reverse().map((row) => shownOf(row, JSON.parse(row.form_values))),
  };
}

type Shown = Pick<ApplicationRow, 'id' | 'created_at' | 'position' | 'email'>;

function shownOf({ id, created_at, position, email }: Shown, person: Partial<ApplicationRow>) {
  const { first_name = '', last_name = '', phone = '' } = person;
  return { id, created_at, position, first_name, last_name, phone, email };
}

/** What may be of the person who sent this application; 404 when it doesn't exist. */
export async function findSameApplicant(
  { db }: Pick<AppContext, 'db'>,
  id: number,
): Promise<contract.Applicant> {
  const row = await selectIdentity(db, id);
  if (!row) throw notFound();
  return findSame(db, [row]);
}

/** What may be of the person with this address. */
export async function findByAddress(db: Db, email: string): Promise<contract.Applicant> {
  const key = accountKey(email);
  if (key === '') return { applications: [], drafts: [] };
  return findSame(db, await selectWithAddress(db, key), key);
}

interface Chosen {
  applications: readonly number[];
  drafts: readonly number[];
}

/** Erases chosen applications, their files and the mails about them, and chosen started ones; returns the counts. */
export async function eraseApplicant(
  ctx: AppContext,
  { applications: ids, drafts }: Chosen,
  actor: Actor | Visitor,
): Promise<{ applications: number; mails: number }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, audit } = write;
    await requireNotEmployed(write, ids);
    const links = [
      ...ids.flatMap((id) => [linkOf(id), stageMailLink(id)]),
      ...drafts.map(linkOfStarted),
    ];
    let mails = await eraseMails(tx, { links, kinds: applicantMails, ids });
    const removed = await removeApplications(ctx, write, ids);
    const begun = await eraseDrafts(write, drafts);
    for (const address of new Set([...removed, ...begun])) {
      // Another's mail to this address is about something else.
      if (!(await isAddressOfOthers(tx, address))) mails += await deleteMailsTo(tx, address);
    }
    const counts = { applications: removed.length, mails };
    if (removed.length + begun.length + mails > 0) {
      const target = { kind: auditKind, id: ids[0] ?? '', label: '' };
      await audit({
        action: 'applicant.erase',
        target,
        detail: { ...counts, drafts: begun.length },
      });
    }
    return counts;
  });
}

/** Erases this application, and what else was chosen of what `findSameApplicant` lists: 409 for anything else. */
export async function eraseSameApplicant(
  ctx: AppContext,
  id: number,
  { applications, drafts }: Chosen,
  actor: Actor,
): Promise<{ message: string }> {
  const found = await findSameApplicant(ctx, id);
  const isFound = (list: readonly { id: number }[], chosen: readonly number[]) =>
    chosen.every((one) => list.some((row) => row.id === one));
  if (!isFound(found.applications, applications) || !isFound(found.drafts, drafts)) {
    throw conflict(messages.othersChanged);
  }
  const chosen = { applications: [...new Set([id, ...applications])], drafts };
  const erased = await eraseApplicant(ctx, chosen, actor);
  return { message: messages.erased(erased.applications, drafts.length) };
}
