import { personalData as messages } from '#contract/messages/personal-data.ts';
import type { UserRow } from '../../database/tables/tables.ts';
import { requireConfirmed, requireOpenSession } from '../../platform/accounts/actor-session.ts';
import {
  downloadLink,
  type LinkRequest,
  openDownloadLink,
  recordOpening,
} from '../../platform/accounts/signed-links.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { maxZipBytes, maxZipEntries, type ZipEntry } from '../../platform/formats/zip.ts';
import { notSignedIn } from '../../platform/runtime/errors.ts';
import { type SessionActor, writeTransaction } from '../../platform/writes/writes.ts';
import { readableFile } from '../files/files.service.ts';
import { getAccount } from '../users/users.service.ts';
import { readerOf, readPerson } from './personal-data.service.ts';

export const exportPath = '/personal-data.zip';

/** Records the export and returns a link to the caller's data, valid for 5 minutes. */
export async function createExportLink(
  ctx: AppContext,
  actor: SessionActor,
): Promise<{ url: string; expires_at: string }> {
  const { userId } = actor;
  return writeTransaction(ctx, actor, async (write) => {
    const session = await requireOpenSession(write, actor);
    requireConfirmed(session, write.now);
    await ctx.limits.countExport(write.tx, 'link', userId);
    const account = await getAccount(write.tx, { userId });
    if (!account) throw notSignedIn();
    const target = { kind: 'user', id: userId, label: account.username };
    await write.audit({ action: 'person.export', target });
    return downloadLink(ctx, exportPath, account, write.now);
  });
}

/** The open account of a link; 403 when the link is forged, expired or ended. */
export async function openExportLink(ctx: AppContext, request: LinkRequest): Promise<UserRow> {
  const { account } = await openDownloadLink(ctx, exportPath, request.query, (userId) =>
    getAccount(ctx.db, { userId }),
  );
  await ctx.limits.countExport(ctx.db, 'download', account.user_id);
  const { user_id: id, username: label } = account;
  await recordOpening(ctx, request, account, { kind: 'user', id, label });
  return account;
}

async function* json(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const rows of pages) {
    yield before + rows.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield '\n]\n';
}

async function* text(lines: string): AsyncGenerator<string> {
  yield `${lines}\n`;
}

/** What belongs into a user's ZIP file: a JSON file for each table, then their files. */
export async function* exportEntries(
  ctx: AppContext,
  { user_id: userId, username }: UserRow,
): AsyncGenerator<ZipEntry> {
  const about = messages.about(username, ctx.now().toISOString());
  yield { name: 'about.txt', content: text(about), isText: true };
  const person = readerOf(userId);
  for await (const { table, pages } of readPerson(ctx, person)) {
    yield { name: `${table}.json`, content: json(pages), isText: true };
  }
  const missing: string[] = [];
  let [bytes, entries] = [0, 0];
  for (const key of person.keys.file) {
    // Again: the rights may have ended while the entries before were sent.
    const object = await readableFile(ctx, userId, key);
    if (!object) continue;
    bytes += object.size + 1000;
    entries += 1;
    // Half of what fits is left to the tables.
    if (bytes > maxZipBytes / 2 || entries > maxZipEntries / 2) missing.push(key);
    else {
      const content = contentOf(ctx, key, () => missing.push(key));
      yield { name: `files/${key}`, content, isText: false };
    }
  }
  if (missing.length > 0) {
    const lines = [messages.missing, ...missing].join('\n');
    yield { name: 'missing-files.txt', content: text(lines), isText: true };
  }
}

/** The bytes of a stored file. One that can't be read ends early and is listed: the rest of the data still arrives. */
async function* contentOf(
  { storage, log }: AppContext,
  key: string,
  onMissing: () => void,
): AsyncGenerator<Buffer> {
  try {
    yield* await storage.read(key);
  } catch (error) {
    log.error({ err: error, key }, 'failed to export a stored file');
    onMissing();
  }
}
