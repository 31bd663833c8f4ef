import { field } from '#contract/messages/general.ts';
import { receipts as messages } from '#contract/messages/receipts.ts';
import {
  type DocumentTotals,
  type EarlierRevision,
  type listReceipts as listReceiptsEndpoint,
  type Receipt,
  type ReceiptTotals,
  remindMissing as remindEndpoint,
} from '#contract/receipts.ts';
import { companyTimeZone } from '#contract/rules/dates.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { QueryOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { conflict, invalid, notFound } from '../../platform/runtime/errors.ts';
import { inLanguage } from '../../platform/runtime/languages.ts';
import { type Actor, type Write, writeTransaction } from '../../platform/writes/writes.ts';
import { publishDocuments, subjectOf } from '../documents/documents.service.ts';
import { type NewNotification, notify } from '../notifications/notifications.service.ts';
import { getAccount } from '../users/users.service.ts';
import { reminderMail } from './receipts.mails.ts';
import {
  type Filter,
  markReminded,
  selectDocumentsForShare,
  selectDocumentTotals,
  selectEarlierReceipts,
  selectEarlierRevisions,
  selectMissing,
  selectPeopleTotals,
  selectReceipts,
  selectRevision,
} from './receipts.queries.ts';

/** Receipts of a document or a person, missing ones first; 400 when neither is given. */
export async function listReceipts(
  db: Db,
  { file_id: fileId, user_id: userId }: QueryOf<typeof listReceiptsEndpoint>,
): Promise<Receipt[]> {
  if (fileId === undefined && userId === undefined) throw invalid({ file_id: field.required });
  return selectReceipts(db, { fileId, userId }) as Promise<Receipt[]>;
}

/** The numbers of assigned, opened and missing documents by person. */
export function totalsOfPeople(db: Db): Promise<ReceiptTotals[]> {
  return selectPeopleTotals(db);
}

/** The numbers of assigned, opened and missing people by document, newest first. */
export function totalsOfDocuments({ db }: Pick<AppContext, 'db'>): ReadPage<DocumentTotals> {
  return async (before, limit) => {
    const totals = (await selectDocumentTotals(db, before, limit)) as DocumentTotals[];
    return pageOf(totals, limit, (row) => ({ at: row.uploaded_at, id: row.file_id }));
  };
}

/** The earlier revisions of a document with their receipts; 404 when it is gone. */
export async function earlierReceipts(db: Db, fileId: number): Promise<EarlierRevision[]> {
  const present = await selectRevision(db, fileId);
  if (present === undefined) throw notFound();
  const revisions = await selectEarlierRevisions(db, fileId, present);
  const receipts = Map.groupBy(
    await selectEarlierReceipts(db, fileId, present),
    (row) => row.revision,
  );
  return revisions.map((entry) => ({
    ...entry,
    receipts: (receipts.get(entry.revision) ?? []).map(({ revision: _, ...receipt }) => receipt),
  }));
}

async function assertExists(tx: Db, { fileId, userId }: Filter): Promise<void> {
  const exists =
    (fileId === undefined || (await selectRevision(tx, fileId)) !== undefined) &&
    (userId === undefined || (await getAccount(tx, { userId })) !== undefined);
  if (!exists) throw notFound();
}

type Missing = Awaited<ReturnType<typeof selectMissing>>;

/** Minutes before a person can be reminded of the same document again. */
const remindAgainMinutes = 10;

const timeOfDay = new Intl.DateTimeFormat('en-US', {
  timeZone: companyTimeZone,
  hour: 'numeric',
  minute: '2-digit',
});

/** Leaves out people reminded recently; 409 with the sender and time if no one is left. */
function withoutJustReminded(missing: Missing, now: Date, actor: Actor): Missing {
  const since = new Date(now.getTime() - remindAgainMinutes * 60_000).toISOString();
  const due = missing.filter(({ reminded_at }) => reminded_at === null || reminded_at <= since);
  if (due.length > 0) return due;
  const [last] = missing.toSorted((one, other) =>
    (other.reminded_at ?? '').localeCompare(one.reminded_at ?? ''),
  );
  if (!last) throw conflict(messages.noneMissing);
  const time = timeOfDay.format(new Date(last.reminded_at ?? now));
  throw conflict(messages.justReminded(senderOf(last, actor), time, remindAgainMinutes));
}

function senderOf(row: Missing[number], actor: Actor): string {
  if (row.reminded_by === actor.userId) return 'You';
  const { sender_username: username, sender_first_name, sender_last_name } = row;
  // The sender of older reminders was not stored.
  if (username === null) return 'Someone';
  return personName({ username, first_name: sender_first_name, last_name: sender_last_name });
}

/** One notification for all people with the same missing files. */
function notificationsFor(missing: Missing): NewNotification[] {
  const people = Map.groupBy(missing, (row) => row.user_id);
  const byFiles = Map.groupBy(people.values(), (rows) => rows.map((row) => row.file_id).join());
  return [...byFiles.values()].map((alike) => {
    const [rows = []] = alike;
    const [kind, ...kinds] = new Set(rows.map((row) => row.kind));
    const [first, ...more] = rows;
    const subject =
      kind && kinds.length === 0
        ? subjectOf(kind, more.length === 0 ? first?.file_id : undefined)
        : ({ kind: 'file' } as const);
    const names = rows.map((row) => row.file_name);
    const message = () => messages.pleaseOpen(names);
    const recipients = alike.flatMap(([row]) => row?.user_id ?? []);
    return { ...subject, message, recipients, isMailed: true };
  });
}

function mailsTo(missing: Missing, publicUrl: string) {
  return [...Map.groupBy(missing, (row) => row.user_id)].flatMap(([userId, rows]) => {
    const [first, ...more] = rows;
    if (!first?.user_email) return [];
    const names = rows.map((row) => row.file_name);
    const { link } = subjectOf(first.kind, more.length === 0 ? first.file_id : undefined);
    const mail = inLanguage(first.language ?? 'en', () =>
      reminderMail(first.user_email, names, publicUrl),
    );
    return [{ ...mail, userId, link }];
  });
}

/** Sends reminders of a document or to a person, by notification and mail; once per Idempotency-Key. */
export function remind(
  ctx: AppContext,
  filter: Filter,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; reminded: number }> {
  return writeTransaction(ctx, actor, (write) => remindMissing(ctx, write, filter, actor), {
    endpoint: remindEndpoint,
    key,
    body: filter,
  });
}

async function remindMissing(ctx: AppContext, write: Write, filter: Filter, actor: Actor) {
  const { tx, now, audit, afterCommit } = write;
  const { fileId, userId } = filter;
  if (fileId === undefined && userId === undefined) {
    throw invalid(
      { file_id: messages.remindWhom, user_id: messages.remindWhom },
      messages.remindWhom,
    );
  }
  await assertExists(tx, filter);
  await selectDocumentsForShare(tx, filter);
  const all = await selectMissing(tx, filter);
  const missing = withoutJustReminded(all, now, actor);
  // Counted in here so that a replay costs nothing.
  await ctx.limits.countMail(tx, `user ${actor.userId}`);
  const ids = missing.map((row) => row.assignment_id);
  await markReminded(tx, ids, now.toISOString(), actor.userId);
  const people = [...new Set(missing.map((row) => row.user_id))];
  await notify(ctx, write, actor.userId, notificationsFor(missing));
  await ctx.mailer.enqueue(tx, mailsTo(missing, ctx.config.publicUrl));
  await audit({
    action: 'receipt.remind',
    target:
      fileId === undefined
        ? { kind: 'user', id: Number(userId), label: missing[0]?.username ?? '' }
        : { kind: 'document', id: fileId, label: missing[0]?.file_name ?? '' },
    detail: { user_ids: people, file_ids: [...new Set(missing.map((row) => row.file_id))] },
  });
  publishDocuments(write, null, people);
  afterCommit(() => ctx.mailer.wake());
  const others = new Set(all.map((row) => row.user_id)).difference(new Set(people));
  const message = messages.reminded(people.length) + messages.skipped(others.size);
  return { message, reminded: people.length };
}
