import type {
  previewStageMail as previewEndpoint,
  Stage,
  updateApplication as updateEndpoint,
} from '#contract/application-stages.ts';
import { applicationStages as messages } from '#contract/messages/application-stages.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import type { BodyOf, ReplyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import { selectRecordForUpdate, updateRecord } from '../../database/records.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import type { Mail, MailReasons } from '../../platform/mail/mailer.ts';
import { hasLeft, stopMails } from '../../platform/mail/outbox.queries.ts';
import { conflict, invalid, notFound } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import {
  type Actor,
  currentRow,
  type Visitor,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { leftAddressReason, newAddressReason } from '../applicants/applicants-receipt.service.ts';
import { closingMailReason, selectSpanishPosition, stageMailReason } from '../jobs/jobs.service.ts';
import {
  extendStatusLink,
  keepStatusLink,
  statusLinkLike,
} from '../status-links/status-links.service.ts';
import { auditTarget, publishApplications } from './application-changes.ts';
import { stageMail } from './applications.mails.ts';
import { toDtos } from './applications-reading.ts';
import {
  hasStageMail,
  insertNote,
  selectLatestNote,
  selectStage,
} from './applications-stages.queries.ts';

export { auditTarget, publishApplications } from './application-changes.ts';
export { stageMailLink } from './applications.mails.ts';
export { insertNote } from './applications-stages.queries.ts';

/** The mails that tell an applicant what was decided. */
export const applicationMails = [stageMailReason, closingMailReason];

/** Every mail to an applicant that can become untrue. */
export const applicantMails = [...applicationMails, newAddressReason, leftAddressReason];

/** A mail about a stage is sent while nothing else was decided and the address is the applicant's. */
export const applicationMailReasons: MailReasons = {
  async [stageMailReason](db, { id, recipient }) {
    return (await hasStageMail(db, id)) && (await selectStage(db, id))?.email === recipient;
  },
  [newAddressReason]: async (db, { id, recipient }) =>
    (await selectStage(db, id))?.email === recipient,
  async [leftAddressReason](db, { id, recipient }) {
    const email = (await selectStage(db, id))?.email;
    return email !== undefined && email !== recipient;
  },
};

/** The application, locked until the transaction ends; 404 without one, 409 when the version is stale. */
export async function getApplicationForUpdate(
  { tx }: Pick<Write, 'tx'>,
  id: number,
  version?: number | null,
): Promise<ApplicationRow> {
  const row = await selectRecordForUpdate(tx, 'applications', id);
  return currentRow(row, version, async (current) => (await toDtos(tx, [current])).at(0));
}

/**
 * Moves a locked application to another stage in the write of the caller: stops the mail about the stage before, if it
 * still waits, and enters the move in the timeline. Who moves it has seen it. Says whether that mail had left.
 */
export async function moveApplication(
  write: Write,
  { id, opened_at }: Pick<ApplicationRow, 'id' | 'opened_at'>,
  { stage, reason = '', hired_user_id }: { stage: Stage; reason?: string; hired_user_id?: number },
  { userId }: Actor | Visitor,
): Promise<{ hasMailLeft: boolean }> {
  const { tx, now } = write;
  const created_at = now.toISOString();
  const entry = { application_id: id, author_id: userId, created_at };
  const hasMailLeft = (await hasStageMail(tx, id)) && (await hasLeft(tx, stageMailReason, id));
  if ((await stopMails(tx, applicationMails, [id])).length > 0) {
    await insertNote(tx, { ...entry, kind: 'mail_stopped', text: '' });
  }
  await insertNote(tx, { ...entry, kind: stage, text: reason });
  await updateRecord(tx, 'applications', id, {
    stage,
    staged_at: created_at,
    ...(hired_user_id !== undefined && { hired_user_id }),
    ...(opened_at === null && userId !== null && { opened_at: created_at, opened_by: userId }),
  });
  await extendStatusLink(tx, 'application_id', id, now);
  publishApplications(write);
  return { hasMailLeft };
}

/** The mail about a stage, in the applicant's language; null for stages without one. */
async function stageMailTo(
  { config, now }: Pick<AppContext, 'config' | 'now'>,
  db: Db,
  row: Pick<ApplicationRow, 'id' | 'email' | 'job_id' | 'position' | 'language'>,
  about: { stage: Stage; reason: string },
  statusUrl: string,
): Promise<Mail | null> {
  const applicant = { ...row, position_es: await selectSpanishPosition(db, row) };
  const links = { statusUrl, office: config.officeEmail };
  return inLanguage(row.language, () => stageMail(applicant, { ...about, now: now() }, links));
}

/** Stands for the reason, which the office still types. */
const reasonMark = '\u0000';

/** The mail that a move to a stage would send; null for stages without one. */
export async function previewStageMail(
  ctx: Pick<AppContext, 'config' | 'db' | 'now'>,
  id: number,
  stage: Stage,
): Promise<ReplyOf<typeof previewEndpoint>> {
  const row = await selectStage(ctx.db, id);
  if (!row) throw notFound();
  const url = statusLinkLike(ctx, 'application_id');
  const mail = await stageMailTo(ctx, ctx.db, row, { stage, reason: reasonMark }, url);
  if (!mail) return { mail: null };
  const [before = '', after = ''] = mail.text.split(reasonMark);
  const { to, subject } = mail;
  const { language } = row;
  return { mail: { to, subject, language, before: before.trim(), after: after.trim() } };
}

/** Queues the mail about the application's stage, once per stay in it. Returns why it didn't, null when it did. */
async function mailStage(
  ctx: AppContext,
  { tx, now }: Write,
  row: ApplicationRow,
  { stage: to, reason }: { stage: Stage | undefined; reason: string },
  { userId }: Actor,
): Promise<string | null> {
  if (await hasStageMail(tx, row.id)) return messages.mailedBefore;
  const stage = to ?? row.stage;
  const statusUrl = await keepStatusLink(ctx, tx, 'application_id', row.id, now);
  const mail = await stageMailTo(ctx, tx, row, { stage, reason }, statusUrl);
  if (!mail && to === undefined) throw invalid({ notify: messages.noStage });
  if (!mail) return messages.noEmail;
  await ctx.mailer.enqueue(tx, [mail]);
  const entry = { application_id: row.id, author_id: userId, created_at: now.toISOString() };
  await insertNote(tx, { ...entry, kind: 'mail', text: stage });
  return null;
}

/** Adds a note of the office, once when the call is repeated; returns whether it did. */
async function addNote(
  { tx, now }: Write,
  id: number,
  text: string,
  { userId }: Actor,
): Promise<boolean> {
  if (isBlank(text) || text === (await selectLatestNote(tx, id))) return false;
  const entry = { application_id: id, author_id: userId, created_at: now.toISOString() };
  await insertNote(tx, { ...entry, text });
  return true;
}

/** Sets the stage and adds the note, if they are sent; 409 when the version is stale, or the applicant is hired. */
export async function updateApplication(
  ctx: AppContext,
  id: number,
  { version, stage, note = '', reason, notify }: BodyOf<typeof updateEndpoint>,
  actor: Actor,
): Promise<ReplyOf<typeof updateEndpoint>> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, audit } = write;
    const before = await getApplicationForUpdate(write, id, version);
    const isMoved = stage !== undefined && stage !== before.stage;
    if (isMoved && before.stage === 'hired') throw conflict(messages.hiredBefore);
    const moved = isMoved ? await moveApplication(write, before, { stage, reason }, actor) : null;
    const isNoted = await addNote(write, id, note, actor);
    const to = { stage, reason };
    const unsent = notify === 1 ? await mailStage(ctx, write, before, to, actor) : null;
    const isMailed = notify === 1 && unsent === null;
    const mail_left = moved?.hasMailLeft ? 1 : 0;
    const reply = { message: unsent ?? messages.updated, mail_left } as const;
    if (!isMoved && !isNoted && !isMailed) return reply;
    if (!isMoved) {
      await updateRecord(tx, 'applications', id, {});
      publishApplications(write);
    }
    await audit({
      action: 'application.update',
      target: auditTarget(id, before),
      detail: {
        ...(isMoved && { before: before.stage, after: stage }),
        ...(isNoted && { noteAdded: true }),
        ...(isMailed && { mailed: true }),
      },
    });
    return reply;
  });
}
