import { randomBytes } from 'node:crypto';
import * as contract from '#contract/import.ts';
import { imports as messages } from '#contract/messages/import.ts';
import { maxImportRows } from '#contract/rules/import-limits.ts';
import type { BodyOf, ReplyOf } from '#contract/wire/endpoint.ts';
import { requireOpenSession } from '../../platform/accounts/actor-session.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { fieldError, invalid, versionConflict } from '../../platform/runtime/errors.ts';
import { fileReader } from '../../platform/sandbox/file-reader.ts';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import { type SessionActor, type Write, writeTransaction } from '../../platform/writes/writes.ts';
import { notify } from '../notifications/notifications.service.ts';
import { getOpenAdminsForUpdate } from '../users/users.service.ts';
import { findColumns } from './headers.ts';
import type { Importer, ImportWriter } from './import-kind.ts';
import { people } from './people-importer.ts';
import { countsOf, type PlannedRow, planRows, stateOf } from './plan.ts';
import { previewRows, similarNames } from './preview.ts';
import { damages, hours, jobs, products } from './record-importers.ts';
import { type ReadRow, readRows, turns } from './rows.ts';
import {
  readSheetFile,
  type SheetFault,
  type SheetReply,
  type SheetRequest,
} from './sheet-reader.ts';

const importers: Readonly<Record<contract.ImportKind, Importer>> = {
  people,
  jobs,
  damages,
  hours,
  products,
};

const readInProcess = fileReader<SheetRequest, SheetReply | SheetFault>(
  'server/features/import/sheet-process.ts',
  readingLimits.sheet,
);

/** Bytes of text that the server itself reads, in at most 15 ms: a process takes 200 to start. */
const smallText = 8 * 1024;

function readSheet(request: SheetRequest, size: number) {
  if (request.isXlsx || size > smallText) return readInProcess(request);
  return readSheetFile(request).catch(() => 'failed' as const);
}

/** A spreadsheet to import. */
export interface ImportFile {
  kind: contract.ImportKind;
  upload: TemporaryFile;
  body: Omit<BodyOf<typeof contract.createImport>, 'state'>;
}

interface ReadFile {
  sheets: string[];
  name: string;
  encoding: contract.ImportPreview['encoding'];
  columns: contract.ImportColumn[];
  rows: ReadRow[];
}

const wrongFile = (message: string) => fieldError('unsupported_media_type', 'file', message);

async function readOrThrow(request: SheetRequest, size: number): Promise<SheetReply> {
  const reply = await readSheet(request, size);
  if (reply === 'slow') throw wrongFile(messages.slow);
  if (reply === 'failed') throw wrongFile(messages.unreadable);
  if ('fault' in reply) throw wrongFile(reply.fault);
  return reply;
}

/** Sheets that are tried; each takes a process. */
const maxTried = 6;

/** The first sheet with a known header, as instructions often stand before it; else the first one with rows. */
async function fittingSheet(
  kind: contract.ImportKind,
  request: SheetRequest,
  first: SheetReply,
  size: number,
): Promise<SheetReply> {
  let withRows: SheetReply | undefined;
  for (const [at, sheet] of ['', ...first.sheets.slice(1, maxTried)].entries()) {
    const reply = at === 0 ? first : await readOrThrow({ ...request, sheet }, size);
    const hasRows = reply.rows.length > 1;
    const { columns } = findColumns(kind, reply.rows, '');
    if (hasRows && columns.some(({ field }) => field !== '')) return reply;
    if (hasRows) withRows ??= reply;
  }
  return withRows ?? first;
}

/** Reads the rows of a spreadsheet; a file that can't be read is 415, too many rows are 413. */
async function readFile({ kind, upload, body }: ImportFile): Promise<ReadFile> {
  const { path, size, kind: fileKind } = upload;
  const { sheet: wanted, mapping, edits } = body;
  const asked = contract.importEncodings.find((one) => one === body.encoding) ?? '';
  const isXlsx = fileKind === 'xlsx';
  const request = { path, isXlsx, sheet: wanted, encoding: asked } as const;
  const first = await readOrThrow(request, size);
  const reply = wanted === '' ? await fittingSheet(kind, request, first, size) : first;
  const { rows: sheet, sheets, sheet: name, encoding, is1904 } = reply;
  if (name === null) {
    if (sheets.length === 0) throw wrongFile(messages.noRows);
    throw invalid({ sheet: messages.unknownSheet }, messages.unknownSheet);
  }
  const { header, columns } = findColumns(kind, sheet, mapping);
  if (sheet.length - header - 1 > maxImportRows) {
    const message = messages.tooManyRows(maxImportRows);
    throw fieldError('payload_too_large', 'file', message);
  }
  if (sheet.length < 2) throw wrongFile(messages.noRows);
  const isText = encoding !== '';
  const rows = await readRows({ kind, sheet, header, columns, edits, is1904, isText });
  return { sheets, name, encoding, columns, rows };
}

/** Says what an import would do; stores nothing. */
export async function previewImport(
  ctx: AppContext,
  file: ImportFile,
  actor: SessionActor,
): Promise<contract.ImportPreview> {
  const { sheets, name, encoding, columns, rows } = await readFile(file);
  const planned = await planRows(importers[file.kind], ctx.db, rows, actor);
  return {
    sheets,
    sheet: name,
    encoding,
    columns,
    counts: countsOf(planned),
    hidden: planned.filter(({ skipped }) => skipped === messages.hiddenRow).length,
    similar: similarNames(planned),
    rows: previewRows(planned, columns),
    state: stateOf(planned),
  };
}

/**
 * Imports all rows in one transaction, by the rules of the single writes, once per Idempotency-Key. A wrong row is 400
 * and nothing is stored; 409 when records have changed since the preview with `state`.
 */
export async function createImport(
  ctx: AppContext,
  file: ImportFile & { body: BodyOf<typeof contract.createImport> },
  actor: SessionActor,
  key: string | undefined,
): Promise<ReplyOf<typeof contract.createImport>> {
  const { kind, upload, body } = file;
  const importer = importers[kind];
  const { rows } = await readFile(file);
  // One hash for all: nobody knows the password, and each hash would take as long as a sign-in.
  const unusablePassword = await ctx.passwords.hash(randomBytes(32).toString('base64url'));
  return writeTransaction(
    ctx,
    actor,
    async (write) => {
      // Imports and changes of admins wait for each other here, so that two imports of one file store it once.
      await getOpenAdminsForUpdate(write.tx);
      const session = await requireOpenSession(write, actor);
      const planned = await planRows(importer, write.tx, rows, actor);
      refuseWrong(planned);
      if (body.state !== '' && body.state !== stateOf(planned)) {
        throw versionConflict(undefined, messages.changedSince);
      }
      const counts = countsOf(planned);
      if (counts.new + counts.changed === 0)
        return { message: messages.nothingNew, counts, new_user_ids: [] };
      const writer: ImportWriter = {
        ctx,
        write: summarized(write),
        actor,
        session,
        unusablePassword,
        notices: new Map(),
        newUserIds: [],
      };
      await storeRows(importer, writer, planned);
      await sendNotices(importer, writer);
      const { wrong: _, ...detail } = counts;
      const target = { kind: 'import', id: kind, label: upload.originalName };
      await write.audit({ action: 'data.import', target, detail });
      return { message: messages.imported, counts, new_user_ids: writer.newUserIds };
    },
    { endpoint: contract.createImport, key, body: { ...body, kind, file: upload.sentSha256 } },
  );
}

/** The most cells that a refusal names. */
const maxNamed = 50;

function refuseWrong(planned: readonly PlannedRow[]): void {
  const wrong = planned.filter(({ result }) => result === 'wrong');
  if (wrong.length === 0) return;
  const errors = wrong.flatMap(({ row, errors: own }) =>
    own.map(({ field, message }) => [`${row}.${field}`, message] as const),
  );
  throw invalid(Object.fromEntries(errors.slice(0, maxNamed)), messages.wrong(wrong.length));
}

async function storeRows(
  importer: Importer,
  writer: ImportWriter,
  planned: readonly PlannedRow[],
): Promise<void> {
  const pause = turns();
  for (const { result, match, values, changes, given } of planned) {
    await pause();
    if (result === 'new') await importer.create(writer, values);
    if (result === 'changed' && match.stored) {
      const sent = [...changes, ...('reason' in given ? ['reason'] : [])];
      const change = Object.fromEntries(sent.map((name) => [name, values[name]]));
      await importer.change(writer, match.stored, change);
    }
  }
}

async function sendNotices({ notice }: Importer, writer: ImportWriter): Promise<void> {
  if (!notice) return;
  const { ctx, write, actor, notices } = writer;
  const notifications = [...notices].map(([id, [first, ...more]]) => ({
    ...(first && more.length === 0
      ? first
      : { message: () => notice.summary(more.length + 1), link: notice.link }),
    kind: notice.kind,
    recipients: [id],
  }));
  await notify(ctx, write, actor.userId, notifications);
}

/** The same write, with equal live updates sent once and time for other calls between the effects. */
function summarized(write: Write): Write {
  const sent = new Set<string>();
  const pause = turns();
  const isFirst = (effect: unknown) => {
    const name = JSON.stringify(effect);
    return !sent.has(name) && sent.add(name);
  };
  return {
    ...write,
    invalidateCache: () => {
      if (isFirst('cache')) write.invalidateCache();
    },
    publish: (...update) => {
      if (isFirst(update)) write.publish(...update);
    },
    afterCommit: (effect) =>
      write.afterCommit(async () => {
        await pause();
        await effect();
      }),
  };
}
