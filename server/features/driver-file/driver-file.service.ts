import {
  cdlFields,
  type DriverFileItem,
  driverFileEvent,
  dueDays,
  type updateDriverDocument,
  uploadDriverDocument,
} from '#contract/driver-file.ts';
import { kindNames, kindOf } from '#contract/driver-file-kinds.ts';
import { driverFile as messages } from '#contract/messages/driver-file.ts';
import { badgesEvent } from '#contract/portal.ts';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { insertRecord } from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, forbidden, invalid, notFound } from '../../platform/runtime/errors.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import {
  type Actor,
  changedColumns,
  changedValues,
  currentRow,
  type Write,
  writeTransaction,
  writeTransactionResult,
} from '../../platform/writes/writes.ts';
import { createObject, type FileVariants, storeObject } from '../files/files.service.ts';
import { notify, withdraw } from '../notifications/notifications.service.ts';
import {
  changeDocument,
  type DocumentColumns,
  type Driver,
  type ItemDocument,
  selectDriverForUpdate,
  selectItemDocuments,
} from './driver-file.queries.ts';
import { type ItemKey, itemOf, partsOf, type Reader } from './driver-file-reading.ts';

export { countExpired, countToCheck, countToRenew, missingOf } from './driver-file.queries.ts';
export { expiringDriverFiles } from './driver-file-expiring.ts';
export { listDriverDocuments, listDriverFiles } from './driver-file-reading.ts';

/** The last day of documents that are due at an instant. */
export function renewalDay(now: Date): string {
  return dayAfter(today(now), dueDays);
}

const fileClass = 'driver-file';

/** The path in the portal of an item; a driver sees their own file only. */
export const linkOf = ({ employee_id, kind }: ItemKey) =>
  `/driver-file?employee=${employee_id}&item=${kind}`;

/** Withdraws all notices about a driver's documents, for an account that is being closed. */
export async function withdrawDriverFile(write: Write, employee_id: number): Promise<void> {
  const links = kindNames.map((kind) => linkOf({ employee_id, kind }));
  await withdraw(write, links);
}

/** The columns that apply to the kind, with the expiry date of a yearly one; 400 when it expires before its issue. */
function columnsOf(kind: string, fields: DocumentColumns): DocumentColumns {
  const { issued_on } = fields;
  let { expires_on } = fields;
  if (kindOf(kind).renewal === 'yearly' && issued_on !== null) {
    expires_on ??= Temporal.PlainDate.from(issued_on).add({ years: 1 }).toString();
  }
  if (issued_on !== null && expires_on !== null && expires_on < issued_on) {
    throw invalid({ expires_on: messages.expiresFirst }, messages.expiresFirst);
  }
  if (kind === 'cdl') return { ...fields, expires_on };
  const noCdl = Object.fromEntries(Object.keys(cdlFields).map((name) => [name, '']));
  return { ...fields, ...noCdl, expires_on };
}

/** The item of an open account, locked until the transaction ends; 404 without one. */
export async function itemForUpdate({ tx, now }: Write, { employee_id, kind }: ItemKey) {
  const driver = await selectDriverForUpdate(tx, employee_id);
  if (!driver) throw notFound(messages.notFound);
  const documents = await selectItemDocuments(tx, [employee_id], kind);
  return { driver, ...partsOf(documents), item: itemOf(kind, documents, today(now)) };
}

export function auditTarget(id: number, driver: Driver, kind: string) {
  return { kind: 'driver-document', id, label: `${personName(driver)}, ${kindOf(kind).label}` };
}

export function publishChange({ publish }: Write, { user_id }: Driver): void {
  for (const event of [driverFileEvent, badgesEvent]) {
    publish('admins', event);
    if (user_id !== null) publish([user_id], event);
  }
}

/**
 * Adds a document, once per Idempotency-Key. An admin's is checked and replaces the current one; an employee's own
 * waits for the office's check. 404 for anyone else's file.
 */
export function uploadDocument(
  ctx: AppContext,
  key: ItemKey,
  fields: BodyOf<typeof uploadDriverDocument>,
  upload: TemporaryFile | null,
  user: Reader,
  call: { actor: Actor; key: string | undefined },
): Promise<{ message: string; document_id: number }> {
  const body = { ...key, ...fields, file: upload?.sentSha256 ?? null };
  return storeObject(ctx, fileClass, upload, (object) =>
    writeTransactionResult(
      ctx,
      call.actor,
      async (write) => {
        if (!object) throw new Error('the endpoint requires a file');
        const document_id = await addDocument(ctx, write, key, { fields, object, user });
        const message = user.role === 'admin' ? messages.added : messages.sentToCheck;
        return { message, document_id };
      },
      { endpoint: uploadDriverDocument, key: call.key, body },
    ),
  );
}

interface NewDocument {
  fields: BodyOf<typeof uploadDriverDocument>;
  object: FileVariants;
  user: Reader;
}

async function addDocument(
  ctx: AppContext,
  write: Write,
  key: ItemKey,
  { fields, object, user }: NewDocument,
): Promise<number> {
  const { tx, now, audit } = write;
  const isAdmin = user.role === 'admin';
  const columns = columnsOf(key.kind, fields);
  const { driver, current, waiting, refused, item } = await itemForUpdate(write, key);
  if (!isAdmin && driver.user_id !== user.userId) throw notFound(messages.notFound);
  if (!isAdmin && kindOf(key.kind).from === 'office') throw forbidden(messages.fromOffice);
  const version = item.version + 1;
  // An admin's upload leaves one that waits: nobody has looked at it yet.
  for (const replaced of isAdmin ? [current, refused] : [waiting, refused]) {
    if (replaced) await changeDocument(tx, replaced.document_id, { state: 'past', version });
  }
  await createObject(tx, object);
  const at = now.toISOString();
  const document_id = await insertRecord(tx, 'driver_documents', {
    ...key,
    ...columns,
    object_key: object.key,
    uploaded_by: user.userId,
    uploaded_at: at,
    version,
    ...(isAdmin
      ? { state: 'current', checked_by: user.userId, checked_at: at }
      : { state: 'waiting', checked_by: null, checked_at: null }),
  });
  const { issued_on, expires_on } = columns;
  await audit({
    action: 'driver-file.upload',
    target: auditTarget(document_id, driver, key.kind),
    detail: { employee_id: key.employee_id, issued_on, expires_on },
  });
  if (isAdmin && !waiting) await withdraw(write, [linkOf(key)]);
  if (!isAdmin) {
    const message = messages.uploaded(personName(driver), kindOf(key.kind).label);
    const link = linkOf(key);
    await notify(ctx, write, user.userId, [
      { kind: 'driver_file', message, link, recipients: 'admins' },
    ]);
  }
  publishChange(write, driver);
  return document_id;
}

export async function requireFresh(item: DriverFileItem, version: number | null | undefined) {
  await currentRow(item, version, () => item);
}

/** The columns of a document that a change may set, and those that it changes. */
function changesOf(kind: string, before: ItemDocument, change: Partial<DocumentColumns>) {
  const { issued_on, expires_on, cdl_class, cdl_endorsements, cdl_number, cdl_state } = before;
  const dates = { issued_on, expires_on };
  const stored = { ...dates, cdl_class, cdl_endorsements, cdl_number, cdl_state };
  const after = columnsOf(kind, { ...stored, ...changedColumns(stored, change) });
  const columns = changedColumns(stored, after);
  const newDates = { issued_on: after.issued_on, expires_on: after.expires_on };
  const changed = Object.keys(columns);
  return { columns, changed, detail: { changed, ...changedValues(dates, newDates) } };
}

/** The document that a change is about; one that is checked already stays so, and a repeated check changes nothing. */
function documentToChange(
  { current, waiting }: Pick<ReturnType<typeof partsOf>, 'current' | 'waiting'>,
  isCheck: boolean,
): ItemDocument {
  const found = isCheck ? (waiting ?? current) : (current ?? waiting);
  if (found) return found;
  throw isCheck ? conflict(messages.nothingWaits) : notFound(messages.nothingThere);
}

/** Changes the keys that are sent; with `check` those of the unchecked document, which becomes the current one. */
export function updateDocument(
  ctx: AppContext,
  key: ItemKey,
  { version, check, ...change }: BodyOf<typeof updateDriverDocument>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, now, audit } = write;
    const { driver, current, waiting, item } = await itemForUpdate(write, key);
    await requireFresh(item, version);
    const before = documentToChange({ current, waiting }, check === 1);
    const isCheck = check === 1 && before === waiting;
    const { columns, changed, detail } = changesOf(key.kind, before, change);
    if (!isCheck && changed.length === 0) return { message: messages.saved };
    if (isCheck && current) await changeDocument(tx, current.document_id, { state: 'past' });
    const checked = { checked_by: actor.userId, checked_at: now.toISOString() };
    await changeDocument(tx, before.document_id, {
      ...columns,
      ...(isCheck && { state: 'current', ...checked }),
      version: item.version + 1,
    });
    const target = auditTarget(before.document_id, driver, key.kind);
    await audit({ action: isCheck ? 'driver-file.check' : 'driver-file.update', target, detail });
    if (isCheck) {
      await withdraw(write, [linkOf(key)]);
      await notifyDriver(ctx, write, actor, driver, key, (kind) => messages.approved(kind));
    }
    publishChange(write, driver);
    return { message: isCheck ? messages.checked : messages.saved };
  });
}

export async function notifyDriver(
  ctx: AppContext,
  write: Write,
  { userId }: Actor,
  { user_id }: Driver,
  key: ItemKey,
  textOf: (kind: string) => string,
): Promise<void> {
  const recipients = user_id === null ? [] : [user_id];
  const message = () => textOf(kindOf(key.kind).label);
  await notify(ctx, write, userId, [
    { kind: 'driver_file', message, link: linkOf(key), recipients },
  ]);
}
