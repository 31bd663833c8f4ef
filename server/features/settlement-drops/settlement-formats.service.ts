import { documentsEvent } from '#contract/documents.ts';
import { settlementFormats as messages } from '#contract/messages/settlement-formats.ts';
import {
  createFormat as createEndpoint,
  type FormatInput,
  type FormatReading,
  type FormatRules,
  maxFormats,
  type PageLine,
  type SettlementFormat,
  type tryFormat as tryEndpoint,
  type updateFormat as updateEndpoint,
} from '#contract/settlement-formats.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import type { Db } from '../../database/open.ts';
import {
  deleteRecord,
  insertRecord,
  selectRecordForUpdate,
  updateRecord,
} from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { conflict, notFound } from '../../platform/runtime/errors.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  type Write,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import { readByFormat } from './format-reading.ts';
import { selectDropFile, selectPeople } from './settlement-drops.queries.ts';
import { readFileOf } from './settlement-finding.ts';
import { countFormatsForUpdate, selectFormats, toFormat } from './settlement-formats.queries.ts';

const order = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** All formats, by name. */
export async function listFormats(db: Db): Promise<SettlementFormat[]> {
  const formats = await selectFormats(db);
  return formats.sort((one, other) => order.compare(one.name, other.name));
}

/** Without what its place doesn't have. */
function rulesOf({ payee, net_pay, period }: Omit<FormatInput, 'name'>): FormatRules {
  const { is, file_name_part } = payee;
  const { label, place = 'right' } = payee;
  return {
    payee:
      typeof file_name_part === 'number' || label === undefined
        ? { file_name_part: file_name_part ?? 1, is }
        : { label, place, ...headingOf(place, payee.part), is },
    net_pay: spotOf(net_pay),
    period: spotOf(period),
  };
}

const headingOf = (place: string, part: string | undefined) =>
  place === 'column' && part ? { part } : {};

const spotOf = (spot: FormatInput['net_pay']) =>
  spot && { label: spot.label, place: spot.place, ...headingOf(spot.place, spot.part) };

/** A format's columns. */
function columnsOf(name: string, rules: FormatRules) {
  const json = (spot: object | null) => spot && JSON.stringify(spot);
  return {
    name,
    payee: JSON.stringify(rules.payee),
    net_pay: json(rules.net_pay),
    period: json(rules.period),
  };
}

/** Files in drops are read when they are shown, so that a format that changes needs nothing else. */
function recordFormatWrite(
  { audit, publish }: Write,
  verb: 'create' | 'update' | 'delete',
  { format_id: id, name: label }: Pick<SettlementFormat, 'format_id' | 'name'>,
  detail: Record<string, unknown> = {},
): Promise<void> {
  publish('admins', documentsEvent);
  const target = { kind: 'settlement-format', id, label };
  return audit({ action: `settlement-format.${verb}`, target, detail });
}

/** Adds a format, once per Idempotency-Key; 409 when there are too many. */
export function createFormat(
  ctx: AppContext,
  body: FormatInput,
  actor: Actor,
  key: string | undefined,
): Promise<{ message: string; format_id: number }> {
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      const { tx, now } = write;
      if ((await countFormatsForUpdate(tx)) >= maxFormats) {
        throw conflict(messages.tooMany(maxFormats));
      }
      const columns = columnsOf(body.name, rulesOf(body));
      const row = { ...columns, created_at: now.toISOString() };
      const format_id = await insertRecord(tx, 'settlement_formats', row);
      await recordFormatWrite(write, 'create', { format_id, name: body.name });
      return { message: messages.added, format_id };
    },
    { endpoint: createEndpoint, key, body },
  );
}

/** Changes the keys that are sent; 409 with the current format when the version is stale. */
export function updateFormat(
  ctx: AppContext,
  id: number,
  { version, ...sent }: BodyOf<typeof updateEndpoint>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const row = await selectRecordForUpdate(write.tx, 'settlement_formats', id);
    const before = await currentRow(row, version, toFormat, messages.gone);
    const given = Object.entries(sent).filter(([, value]) => value !== undefined);
    const after: FormatInput = { ...toFormat(before), ...Object.fromEntries(given) };
    const columns = changedColumns(before, columnsOf(after.name, rulesOf(after)));
    const names = Object.keys(columns);
    if (names.length > 0) {
      await updateRecord(write.tx, 'settlement_formats', id, columns);
      const target = { format_id: id, name: after.name };
      await recordFormatWrite(write, 'update', target, { changed: names });
    }
    return { message: messages.updated };
  });
}

/** Deletes a format; 404 when there is none. */
export function deleteFormat(
  ctx: AppContext,
  id: number,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const row = await deleteRecord(write.tx, 'settlement_formats', id);
    if (!row) throw notFound(messages.gone);
    await recordFormatWrite(write, 'delete', row);
    return { message: messages.deleted };
  });
}

async function fileInDrop(db: Db, id: number) {
  const row = await selectDropFile(db, id);
  if (!row) throw notFound(messages.goneFile);
  return readFileOf(row);
}

/** The lines of a file in a drop; 404 when it is gone. */
export async function listDropFileLines(db: Db, id: number): Promise<PageLine[]> {
  const { pages } = await fileInDrop(db, id);
  return pages.flatMap(({ page, lines }) =>
    lines.map(({ words }, at) => ({ page, line: at + 1, words: [...words] })),
  );
}

/** What a format would read in a file of a drop; 404 when it is gone. */
export async function tryFormat(
  db: Db,
  { drop_file_id, format }: BodyOf<typeof tryEndpoint>,
): Promise<FormatReading> {
  const file = await fileInDrop(db, drop_file_id);
  const { payee, people, netPayCents, period, problems } = readByFormat(
    rulesOf(format),
    file,
    await selectPeople(db),
  );
  const [person, ...others] = people;
  return {
    payee,
    user_id: person && others.length === 0 ? person.user_id : null,
    net_pay: netPayCents === null ? null : netPayCents / 100,
    period_from: period?.from ?? null,
    period_to: period?.to ?? null,
    problems: file.pages.length > 0 ? problems : [messages.problems.unreadable, ...problems],
  };
}
