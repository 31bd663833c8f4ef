import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { company } from '#contract/company/profile.ts';
import { type DriverFile, statusOn } from '#contract/driver-file.ts';
import { driverFileKinds, sentKind } from '#contract/driver-file-kinds.ts';
import { driverFile as fileMessages } from '#contract/messages/driver-file.ts';
import { driverFilePdf as messages } from '#contract/messages/exports.ts';
import { today, usCalendarDay } from '#contract/rules/dates.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import {
  downloadLink,
  type LinkRequest,
  openDownloadLink,
  recordOpening,
} from '../../platform/accounts/signed-links.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { temporaryFolder } from '../../platform/runtime/data-dir.ts';
import { forbidden, HttpError, notFound, notSignedIn } from '../../platform/runtime/errors.ts';
import { fileReader } from '../../platform/sandbox/file-reader.ts';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';
import { type Actor, writeTransaction } from '../../platform/writes/writes.ts';
import { listDriverDocuments, listDriverFiles } from '../driver-file/driver-file.service.ts';
import { getAccount } from '../users/users.service.ts';
import type { PdfDocument, PdfReply, PdfRequest } from './driver-file-pdf-process.ts';

const mergePdf = fileReader<PdfRequest, PdfReply>(
  'server/features/exports/driver-file-pdf-process.ts',
  readingLimits.pdfMerge,
);

const pathOf = (employeeId: number) => `/exports/driver-file-${employeeId}.pdf`;

type Reader = Pick<AuthUser, 'userId' | 'role'>;

async function getFile(ctx: AppContext, user: Reader, employeeId: number): Promise<DriverFile> {
  const { value: files = [] } = await listDriverFiles(ctx, user, {
    employee_id: employeeId,
  }).next();
  if (!files[0]) throw notFound(fileMessages.notFound);
  return files[0];
}

/** Records the export of a driver's whole file and returns a link to the PDF, valid for 5 minutes. */
export async function createDriverFilePdf(
  ctx: AppContext,
  employeeId: number,
  user: AuthUser,
  actor: Actor,
): Promise<{ url: string; expires_at: string }> {
  const { employee_name: label } = await getFile(ctx, user, employeeId);
  return writeTransaction(ctx, actor, async ({ tx, now, audit }) => {
    await ctx.limits.countListExport(tx, user.userId);
    const account = await getAccount(tx, { userId: user.userId });
    if (!account) throw notSignedIn();
    const target = { kind: 'employee', id: employeeId, label };
    await audit({ action: 'data.export', target, detail: { format: 'pdf', list: 'driver-file' } });
    return downloadLink(ctx, pathOf(employeeId), account, now);
  });
}

/** The documents of a file as rows of the table, each with its bytes in the folder. */
async function documentsOf(
  ctx: AppContext,
  user: Reader,
  { employee_id, items }: DriverFile,
  folder: string,
): Promise<PdfDocument[]> {
  const day = today(ctx.now());
  const documents: PdfDocument[] = [];
  // The process holds all pages in memory.
  let left: number = readingLimits.pdfMerge.bytes;
  for (const { kind, label } of driverFileKinds) {
    const history = await listDriverDocuments(ctx.db, user, { employee_id, kind });
    const own = history.filter(({ state }) => state !== 'refused');
    if (kind === sentKind && own.length === 0) continue;
    if (own.length === 0 || items.some((item) => item.kind === kind && item.file_path === null)) {
      const cells = [label, fileMessages.statuses.missing, '', '', ''];
      documents.push({ cells, path: null, isPicture: false, fault: null });
    }
    for (const { file_path, state, issued_on, expires_on, checked_by } of own) {
      const status =
        state === 'current' ? fileMessages.statuses[statusOn(day, expires_on)] : messages[state];
      const dates = [usCalendarDay(issued_on), usCalendarDay(expires_on)];
      const cells = [label, status, ...dates, checked_by ?? ''];
      const path = join(folder, String(documents.length));
      const isPicture = !file_path.endsWith('.pdf');
      try {
        const written = createWriteStream(path, { mode: 0o600 });
        await pipeline(await ctx.storage.read(file_path), limited(left), written);
        left -= written.bytesWritten;
        documents.push({ cells, path, isPicture, fault: null });
      } catch (error) {
        const fault = error instanceof TooLarge ? messages.tooLarge : messages.unreadable;
        documents.push({ cells, path: null, isPicture, fault });
      }
    }
  }
  return documents;
}

class TooLarge extends Error {
  override name = 'TooLarge';
}

/** Passes on bytes; throws TooLarge when there are more than `max`. */
function limited(max: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let passed = 0;
    for await (const chunk of source) {
      passed += chunk.length;
      if (passed > max) throw new TooLarge();
      yield chunk;
    }
  };
}

/** The PDF of a link; 403 when the link has ended. */
export async function openDriverFilePdf(ctx: AppContext, employeeId: number, request: LinkRequest) {
  const { account } = await openDownloadLink(ctx, pathOf(employeeId), request.query, (userId) =>
    getAccount(ctx.db, { userId }),
  );
  const user = { userId: account.user_id, role: account.user_role };
  ctx.limits.countCall({ userId: user.userId });
  if (user.role !== 'admin') throw forbidden();
  const file = await getFile(ctx, user, employeeId);
  const target = { kind: 'employee', id: employeeId, label: file.employee_name };
  await recordOpening(ctx, request, account, target);
  return {
    name: `driver-file-${employeeId}-${today(ctx.now())}.pdf`,
    mediaType: 'application/pdf',
    content: contentOf(ctx, user, file),
  };
}

/** Documents that may end the process, each left out of the next try. */
const maxCutOff = 3;

/** Writes the PDF; a document that takes too long or too much memory counts as unreadable. */
async function writePdf(request: PdfRequest): Promise<void> {
  for (let cutOff = 0; cutOff <= maxCutOff; cutOff += 1) {
    if (typeof (await mergePdf(request)) !== 'string') return;
    const reached = await readFile(request.output, 'utf8').catch(() => '');
    const document = request.documents[Number.parseInt(reached, 10)];
    if (!document) break;
    document.fault = messages.unreadable;
  }
  throw new HttpError('unavailable', { message: messages.failed });
}

async function* contentOf(ctx: AppContext, user: Reader, file: DriverFile): AsyncGenerator<Buffer> {
  const folder = await mkdtemp(join(temporaryFolder(ctx.config.dataDir), 'driver-file-'));
  try {
    const output = join(folder, 'file.pdf');
    await writePdf({
      title: messages.title,
      lines: [
        company.name,
        [file.employee_name, file.department].filter(Boolean).join(', '),
        messages.asOf(usCalendarDay(today(ctx.now()))),
      ],
      headers: messages.headers,
      documents: await documentsOf(ctx, user, file, folder),
      unreadable: messages.unreadable,
      output,
    });
    for await (const chunk of createReadStream(output)) yield chunk as Buffer;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
