import { accountKey } from '#contract/text-fold.ts';
import type { AppContext } from '../platform/app-context.ts';
import { recordAudit } from '../platform/audit.ts';
import { messagesOf, seedMessages } from './chats.ts';
import { documentFiles, documentRows } from './documents.ts';
import { driverDocumentRows, driverFiles } from './driver-files.ts';
import { type Account, emailOf, userRow, withPasswords } from './employees.ts';
import * as queries from './sample.queries.ts';
import { picturesOf, readSample, resumesOf } from './sample-data.ts';
import { storeFiles } from './sample-files.ts';
import { type Ids, type Row, seededTables, seedTables } from './seed-tables.ts';

/** Tables that are empty while nobody uses the installation: admins have accounts and notifications before. */
const ofUse = seededTables.filter((table) => !/^(users|notification)/.test(table));

/** Seeds an unused installation with the sample company, once; returns the sign-ins to print. */
export async function seedSampleCompany(ctx: AppContext): Promise<string[]> {
  if (await queries.isDecided(ctx.db)) return [];
  const now = ctx.now();
  if (await queries.hasRows(ctx.db, ofUse)) {
    await queries.decide(ctx.db, 'none: there was data already');
    ctx.log.warn('The sample company is not created, because there are records already.');
    return [];
  }
  const { employees, chats, tables, documents, driverDocuments } = await readSample(now);
  const messages = messagesOf(chats);
  const attachments = messages.flatMap(({ file }) => file ?? []);
  // Two processes write the same bytes under the same keys: neither has to delete its own.
  const [accounts, files, pictures, attached] = await Promise.all([
    withPasswords(ctx, employees),
    storeFiles(ctx, [
      ...resumesOf(tables),
      ...documentFiles(documents),
      ...driverFiles(driverDocuments),
    ]),
    picturesOf(tables).then((variants) => storeFiles(ctx, variants)),
    storeFiles(ctx, attachments),
  ]);
  const objects = new Map([...files, ...attached].map((object) => [object.key, object]));
  const documentTable = await documentRows(documents, objects);

  return ctx.db.transaction().execute(async (tx) => {
    await queries.waitForOtherStarts(tx);
    const isFirst = await queries.decide(tx, now.toISOString());
    if (!isFirst || (await queries.hasRows(tx, ofUse))) return [];
    const taken = await queries.takenKeys(tx);
    const isTaken = ({ employee }: Account) =>
      taken.has(accountKey(employee.username)) || taken.has(accountKey(emailOf(employee)));
    const free = accounts.filter((account) => !isTaken(account));
    // A username of a real account stays with that account: the sample doesn't reference it.
    const ids: Ids = new Map(
      accounts.filter(isTaken).flatMap(({ employee: { username } }) => [
        [`users/${username}`, null],
        [`employees/${username}`, null],
      ]),
    );
    const users = free.map((account) => userRow(account, now));
    const ownObjects = [...files, ...pictures].map((object): Row => ({ ...object }));
    const driver_documents = driverDocumentRows(driverDocuments);
    const own = { objects: ownObjects, users, documents: documentTable, driver_documents };
    await seedTables(tx, { ...tables, ...own }, ids);
    await seedMessages(tx, ctx, messages, objects, ids);
    await recordAudit(tx, now, { userId: null, ip: '', action: 'sample.plant' });
    return free.flatMap(({ employee, password }) =>
      password === null ? [] : [`${employee.role}: ${employee.username} / ${password}`],
    );
  });
}
