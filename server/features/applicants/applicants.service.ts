/** What an applicant changes after sending: contact details, documents, the driving record; and the withdrawal. */

import * as contract from '#contract/application-status.ts';
import type { DriverHistoryInput } from '#contract/driver-history.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { contactKeys } from '../../database/contact-keys.ts';
import type { Db } from '../../database/open.ts';
import { selectRecordForUpdate, updateRecord } from '../../database/records.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { readdressMails, stopMails } from '../../platform/mail/outbox.queries.ts';
import { conflict, deadLink, tooMany } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import {
  changedColumns,
  type Visitor,
  type Write,
  writeTransaction,
  writeTransactionResult,
} from '../../platform/writes/writes.ts';
import { selectDocuments } from '../applications/applications.service.ts';
import {
  auditTarget,
  insertNote,
  moveApplication,
  publishApplications,
  stageMailLink,
} from '../applications/applications-stages.service.ts';
import { createObject, storeObject } from '../files/files.service.ts';
import { closingMailLink } from '../jobs/job-closing.service.ts';
import { notify } from '../notifications/notifications.service.ts';
import { extendStatusLink, keepStatusLink } from '../status-links/status-links.service.ts';
import { leftAddressMail, newAddressMail, newAddressReason } from './applicants.mails.ts';
import { insertDocument, selectDocumentBytes } from './applicants.queries.ts';
import { findApplication, isEnded } from './applicants-reading.service.ts';
import { historyText, linkOf, savedText } from './applicants-receipt.service.ts';

interface Change {
  row: ApplicationRow;
  /** Adds what the applicant did to the timeline and the log, and tells the office. */
  record: (what: keyof typeof messages.did, changed?: string[]) => Promise<void>;
}

/**
 * Runs a change by the applicant on the locked application of a live link: 404 for other codes, 409 once it is over. The
 * link lasts 90 days more.
 */
async function change(
  ctx: AppContext,
  write: Write,
  code: string,
  work: (change: Change) => Promise<string>,
): Promise<{ message: string }> {
  const { tx, now, audit } = write;
  const { id } = await findApplication(tx, code, now);
  await ctx.limits.countLink(tx, code);
  const row = await selectRecordForUpdate(tx, 'applications', id);
  if (!row) throw deadLink(messages.linkDead);
  if (isEnded(row.stage)) throw conflict(messages.ended);
  await extendStatusLink(tx, 'application_id', id, now);

  const record: Change['record'] = async (what, changed = []) => {
    const did = what === 'correct' ? messages.did.correct(changed) : messages.did[what];
    // A withdrawal is a stage, which has its own entry.
    if (what !== 'withdraw') {
      const text = `${did.charAt(0).toUpperCase()}${did.slice(1)}.`;
      const entry = { application_id: id, author_id: null, created_at: now.toISOString() };
      await insertNote(tx, { ...entry, kind: 'note', text });
    }
    const detail = changed.length > 0 ? { detail: { changed } } : {};
    await audit({ action: `application.${what}`, target: auditTarget(id, row), ...detail });
    const message = `${personName(row)} ${did}.`;
    const notice = {
      kind: 'application',
      message,
      link: linkOf(id),
      recipients: 'admins',
    } as const;
    if (row.flagged === 0) await notify(ctx, write, null, [notice]);
    publishApplications(write);
  };

  return { message: await work({ row, record }) };
}

/** Changes the contact details or adds the CDL; the new address gets the link, and the former one is told. */
export async function correct(
  ctx: AppContext,
  code: string,
  { cdl_expiration_date: expires, ...rest }: BodyOf<typeof contract.correctApplication>,
  visitor: Visitor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, visitor, (write) =>
    change(ctx, write, code, async ({ row, record }) => {
      // A date that was given is never cleared by a form that leaves it blank.
      const given = { ...rest, ...(expires && { cdl_expiration_date: expires }) };
      const columns = changedColumns(row, given);
      if (Object.keys(columns).length === 0) return messages.corrected;
      const { tx, now, afterCommit } = write;
      const keys = contactKeys({ ...row, ...columns });
      await updateRecord(tx, 'applications', row.id, { ...columns, ...keys });
      await record('correct', Object.keys(columns));
      if (columns.email === undefined) return messages.corrected;
      // As a form, because it mails an address that was typed; not in a flood, since both addresses must be told.
      const form = await ctx.limits.countForm(tx, 'new address', visitor.ip);
      if (form.isFlood) throw tooMany(3600);
      const links = [linkOf(row.id), stageMailLink(row.id)];
      if (row.job_id !== null) links.push(closingMailLink(row.job_id));
      await readdressMails(tx, links, { from: row.email, to: columns.email });
      if (row.flagged === 0) {
        const url = await keepStatusLink(ctx, tx, 'application_id', row.id, now);
        const about = { id: row.id, email: columns.email };
        const office = ctx.config.officeEmail;
        // Who wasn't told that the address is theirs now needn't be told that it isn't.
        const wasKnown = (await stopMails(tx, [newAddressReason], [row.id])).length === 0;
        const mails = inLanguage(row.language, () => [
          newAddressMail(about, { url, office }),
          ...(wasKnown ? [leftAddressMail(row, { office })] : []),
        ]);
        for (const mail of mails) await ctx.mailer.enqueueToVisitor(tx, mail, form);
        afterCommit(() => ctx.mailer.wake());
      }
      return messages.corrected;
    }),
  );
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
  const call = { endpoint, key, body: { code, file: upload?.sentSha256 } };
  return storeObject(ctx, 'resumes', upload, (object) =>
    writeTransactionResult(
      ctx,
      visitor,
      (write) =>
        change(ctx, write, code, async ({ row, record }) => {
          const { tx, now } = write;
          const documents = await selectDocuments(tx, [row.id]);
          if (documents.length >= contract.maxDocuments) throw conflict(messages.tooManyDocuments);
          if (object) {
            await checkSpace(ctx, tx, { size: object.size, ip: visitor.ip }, now);
            await createObject(tx, object);
            const [application_id, created_at] = [row.id, now.toISOString()];
            await insertDocument(tx, { application_id, object_key: object.key, created_at });
          }
          await record('document');
          return messages.documentSent;
        }),
      call,
    ),
  );
}

/** Throws 429 when a line would take more than it leaves others of half of what visitors may store in a day. */
async function checkSpace(
  { config, limits }: AppContext,
  tx: Db,
  { size, ip }: { size: number; ip: string },
  now: Date,
): Promise<void> {
  if (!config.rateLimits) return;
  const used = await selectDocumentBytes(tx, new Date(now.getTime() - 86_400_000).toISOString());
  const left = config.publicUploadBytes / 2 - used;
  if (!(await limits.takeBytes(tx, { call: 'document', ip }, size, left))) {
    throw tooMany(3600, messages.documentsFull);
  }
}

/** Throws before a file is read when the code is unknown or the application is over. */
export async function checkOpen(ctx: AppContext, code: string): Promise<void> {
  const { stage } = await findApplication(ctx.db, code, ctx.now());
  if (isEnded(stage)) throw conflict(messages.ended);
}

export async function saveHistory(
  ctx: AppContext,
  code: string,
  history: DriverHistoryInput | null | undefined,
  visitor: Visitor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, visitor, (write) =>
    change(ctx, write, code, async ({ row, record }) => {
      const driver_history =
        history === undefined ? row.driver_history : historyText(history, write.now);
      if (driver_history !== row.driver_history) {
        await updateRecord(write.tx, 'applications', row.id, { driver_history });
        await record('history');
      }
      return savedText(driver_history, row.has_cdl_license === 1, write.now);
    }),
  );
}

export async function withdrawApplication(
  ctx: AppContext,
  code: string,
  visitor: Visitor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, visitor, (write) =>
    change(ctx, write, code, async ({ row, record }) => {
      await moveApplication(write, row, { stage: 'withdrawn' }, visitor);
      await record('withdraw');
      return messages.withdrawn;
    }),
  );
}
