import { accountKey } from '#contract/text/text-fold.ts';
import { fillKeys } from '../database/contact-keys.ts';
import type { Db } from '../database/open.ts';
import type { AppContext } from '../platform/app-context.ts';
import { recordAudit } from '../platform/audit/audit.ts';
import { attachmentFiles, seedMessages } from './chats.ts';
import { documentFiles, documentRow } from './documents.ts';
import { driverDocumentRows, driverFiles } from './driver-files.ts';
import { type Employee, emailOf, userRow, withPasswords } from './employees.ts';
import * as queries from './sample.queries.ts';
import { readSample, takeFiles } from './sample-data.ts';
import { storeFiles } from './sample-files.ts';
import { seededTables, seedTables } from './seed-tables.ts';

/** Tables that are empty while nobody uses the installation: admins have accounts and notifications before. */
const ofUse = seededTables.filter((table) => !/^(users|notification)/.test(table));

/** Whether the installation has records, or an account whose name or address the sample company would take. */
async function isUsed(db: Db, employees: readonly Employee[]): Promise<boolean> {
  if (await queries.hasRows(db, ofUse)) return true;
  const names = employees.map(({ username }) => accountKey(username));
  const addresses = employees.map((employee) => accountKey(emailOf(employee)));
  return queries.hasAccount(db, names, addresses);
}

/** Seeds an unused installation with the sample company, once; returns the sign-ins to print. */
export async function seedSampleCompany(ctx: AppContext): Promise<string[]> {
  if (await queries.isDecided(ctx.db)) return [];
  const now = ctx.now();
  const { employees, chats, tables, documents, driverFile } = await readSample(now);
  if (await isUsed(ctx.db, employees)) {
    await queries.decide(ctx.db, 'none: there was data already');
    ctx.log.warn('The sample company is not created, because there are records already.');
    return [];
  }
  // Two processes write the same bytes under the same keys: neither has to delete its own.
  const [accounts, stored, attached] = await Promise.all([
    withPasswords(ctx, employees),
    storeFiles(ctx, [
      ...Object.values(tables).flatMap(takeFiles),
      ...documentFiles(documents),
      ...driverFiles(driverFile),
    ]),
    storeFiles(ctx, attachmentFiles(chats)),
  ]);
  const objects = new Map([...stored, ...attached].map((object) => [object.key, object]));

  return ctx.db.transaction().execute(async (tx) => {
    await queries.waitForOtherStarts(tx);
    const isFirst = await queries.decide(tx, now.toISOString());
    if (!isFirst || (await isUsed(tx, employees))) return [];
    const ids = await seedTables(tx, {
      ...tables,
      objects: stored.map((object) => ({ ...object })),
      users: accounts.map((account) => userRow(account, now)),
      documents: documents.map((document) => documentRow(document, objects)),
      driver_documents: driverDocumentRows(driverFile),
    });
    await fillKeys(tx);
    await seedMessages(tx, ctx, chats, { objects, ids });
    await recordAudit(tx, now, { userId: null, ip: '', action: 'sample.plant' });
    return accounts.flatMap(({ employee, password }) =>
      password === null ? [] : [`${employee.role}: ${employee.username} / ${password}`],
    );
  });
}
