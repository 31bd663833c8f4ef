/** What an applicant changes after sending: contact details, documents, the driving record; and the withdrawal. */

import * as contract from '#contract/application-status.ts';
import type { DriverHistoryInput } from '#contract/driver-history.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import { selectRecordForUpdate, updateRecord } from '../../database/records.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, notFound, tooMany } from '../../platform/runtime/errors.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import {
  changedColumns,
  type Visitor,
  type Write,
  writeTransaction,
  writeTransactionResult,
} from '../../platform/writes/writes.ts';
import { auditTarget, selectDocuments } from '../applications/applications.service.ts';
import {
  insertNote,
  moveApplication,
  publishApplications,
} from '../applications/applications-stages.service.ts';
import { createObject, storeObject } from '../files/files.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { keepStatusLink } from '../status-links/status-links.service.ts';
import { receiptMail } from './applicants.mails.ts';
import { insertDocument, selectDocumentBytes } from './applicants.queries.ts';
import { findApplication, requireOpen } from './applicants-reading.service.ts';
import { historyText, linkOf } from './applicants-receipt.service.ts';

interface Change {
  ctx: AppContext;
  write: Write;
  row: ApplicationRow;
}

/** Locks the application of a live link: 404 for other codes, 409 once it is over. Its link lasts 90 days more. */
async function openChange(ctx: AppContext, write: Write, code: string): Promise<Change> {
  const { tx, now } = write;
  const { id } = await findApplication(tx, code, now);
  await ctx.limits.countLink(tx, code);
  const row = await selectRecordForUpdate(tx, 'applications', id);
  if (!row) throw notFound(messages.linkDead);
  await requireOpen(tx, row, now);
  await keepStatusLink(ctx, tx, 'application_id', id, now);
  return { ctx, write, row };
}

type Happening = 'correct' | 'document' | 'history' | 'withdraw';

const notices: Readonly<Record<Happening, (name: string) => string>> = {
  correct: messages.noticeCorrected,
  document: messages.noticeDocument,
  history: messages.noticeHistory,
  withdraw: messages.noticeWithdrawn,
};

/** Adds a change by the applicant to the timeline and the log, and tells the office. */
async function record({ ctx, write, row }: Change, what: Happening, changed: string[] = []) {
  const { tx, now, audit } = write;
  const name = personName(row);
  const text = notices[what](name);
  // A withdrawal is a stage, which has its own entry.
  if (what !== 'withdraw') {
    const entry = { application_id: row.id, author_id: null, created_at: now.toISOString() };
    await insertNote(tx, { ...entry, kind: 'note', text: messages.noted[what](changed) });
  }
  await audit({
    action: `application.${what}`,
    target: auditTarget(row.id, row),
    ...(changed.length > 0 && { detail: { changed } }),
  });
  if (row.flagged === 0) {
    const notice = {
      kind: 'application',
      message: text,
      link: linkOf(row.id),
      recipients: 'admins',
    } as const;
    await notify(ctx, write, null, [notice]);
  }
  publishApplications(write);
}

/** Changes the contact details or adds the CDL; a new address gets the receipt with the link. */
export async function correct(
  ctx: AppContext,
  code: string,
  body: BodyOf<typeof contract.correctApplication>,
  visitor: Visitor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, visitor, async (write) => {
    const change = await openChange(ctx, write, code);
    const { row } = change;
    // A date that was given is never cleared by a form that leaves it blank.
    const { cdl_expiration_date: expires, ...rest } = body;
    const columns = changedColumns(row, {
      ...rest,
      ...(expires && { cdl_expiration_date: expires }),
    });
    if (Object.keys(columns).length === 0) return { message: messages.corrected };
    const { tx, now, afterCommit } = write;
    await updateRecord(tx, 'applications', row.id, columns);
    await record(change, 'correct', Object.keys(columns));
    if (columns.email !== undefined && row.flagged === 0) {
      const url = await keepStatusLink(ctx, tx, 'application_id', row.id, now);
      const about = { id: row.id, email: columns.email, position: row.position };
      const mail = receiptMail(about, { url, office: ctx.config.officeEmail, now });
      await ctx.mailer.enqueueToVisitor(tx, { ...mail, link: linkOf(row.id) });
      afterCommit(() => ctx.mailer.wake());
    }
    return { message: messages.corrected };
  });
}

/** Stores a document, once per Idempotency-Key. */
export async function addDocument(
  ctx: AppContext,
  code: string,
  upload: TemporaryFile | null,
  visitor: Visitor,
  key: string | undefined,
): Promise<{ message: string }> {
  const endpoint = contract.addApplicationDocument;
  const body = { code, file: upload?.sentSha256 };
  return storeObject(ctx, 'resumes', upload, (object) =>
    writeTransactionResult(
      ctx,
      visitor,
      async (write) => {
        const change = await openChange(ctx, write, code);
        const { tx, now } = write;
        const documents = await selectDocuments(tx, [change.row.id]);
        if (documents.length >= contract.maxDocuments) throw conflict(messages.tooManyDocuments);
        if (object) {
          await checkSpace(ctx, tx, object.size, now);
          await createObject(tx, object);
          const created_at = now.toISOString();
          await insertDocument(tx, {
            application_id: change.row.id,
            object_key: object.key,
            created_at,
          });
        }
        await record(change, 'document');
        return { message: messages.documentSent };
      },
      { endpoint, key, body },
    ),
  );
}

/** Throws 429 when the documents of one day would take more than half of what visitors may store. */
async function checkSpace({ config }: AppContext, tx: Db, size: number, now: Date): Promise<void> {
  if (!config.rateLimits) return;
  const used = await selectDocumentBytes(tx, new Date(now.getTime() - 86_400_000).toISOString());
  if (used + size > config.publicUploadBytes / 2) throw tooMany(3600, messages.documentsFull);
}

/** Throws before a file is read when the code is unknown or the application is over. */
export async function checkOpen(ctx: AppContext, code: string): Promise<void> {
  const now = ctx.now();
  await requireOpen(ctx.db, await findApplication(ctx.db, code, now), now);
}

export async function saveHistory(
  ctx: AppContext,
  code: string,
  history: DriverHistoryInput | null | undefined,
  visitor: Visitor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, visitor, async (write) => {
    const change = await openChange(ctx, write, code);
    if (history === undefined) return { message: messages.historySaved };
    const driver_history = historyText(history, write.now);
    if (driver_history !== change.row.driver_history) {
      await updateRecord(write.tx, 'applications', change.row.id, { driver_history });
      await record(change, 'history');
    }
    return { message: messages.historySaved };
  });
}

export async function withdrawApplication(
  ctx: AppContext,
  code: string,
  visitor: Visitor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, visitor, async (write) => {
    const change = await openChange(ctx, write, code);
    await moveApplication(write, change.row, { stage: 'withdrawn' }, visitor);
    await record(change, 'withdraw');
    return { message: messages.withdrawn };
  });
}
