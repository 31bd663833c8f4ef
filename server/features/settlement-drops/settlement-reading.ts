import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { documentsEvent } from '#contract/documents.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { temporaryFolder } from '../../platform/runtime/data-dir.ts';
import { forEach } from '../../platform/runtime/tasks.ts';
import { ObjectNotFound } from '../../platform/storage/storage.ts';
import { systemActor, writeTransaction } from '../../platform/writes/writes.ts';
import type { PageText } from './page-lines.ts';
import { readPageText } from './page-text.ts';
import {
  countReading,
  type SettlementFacts,
  selectPeople,
  selectUnread,
  selectUnreadDropFiles,
  setFacts,
  setPageText,
  type UnreadSettlement,
} from './settlement-drops.queries.ts';
import { fitIn } from './settlement-finding.ts';
import { selectFormats } from './settlement-formats.queries.ts';

/** Settlements selected at once. */
const batch = 20;
/** Above every file. */
const maxFileId = 2 ** 31 - 1;
/** Milliseconds after which a run leaves the rest to the next one. */
const maxRunMs = 60_000;

/** Readings of one PDF that may be cut off, by its limits or by the end of the server. */
const maxReadings = 2;

/**
 * Reads the net pay and the period of stored settlements by the formats, newest first. One that fails is tried again in the next run,
 * after the others; one whose reading was cut off twice is unreadable.
 */
export async function readSettlements(ctx: AppContext, read = readPageText): Promise<void> {
  await readDropFiles(ctx, read);
  const until = Date.now() + maxRunMs;
  await forEach(unreadSettlements(ctx, until), async (settlement) => {
    const facts = await factsIn(ctx, read, settlement);
    if (facts === null) return;
    await writeTransaction(ctx, systemActor, async ({ tx, now, publish }) => {
      const isFirst = await setFacts(tx, settlement, facts, now.toISOString());
      if (!isFirst) return;
      if (facts.isUnreadable) publish('admins', documentsEvent);
      if (facts.netPayCents === null && facts.period === null) return;
      publish(settlement.user_ids.split(',').map(Number), documentsEvent);
      publish('admins', documentsEvent);
    });
  });
}

/** The settlements that wait, in the order of their files, until a time is over. */
async function* unreadSettlements({ db }: AppContext, until: number) {
  let below = maxFileId;
  do {
    const found = await selectUnread(db, batch, below);
    yield* found;
    below = found.at(-1)?.file_id ?? 0;
  } while (below > 0 && Date.now() < until);
}

const unreadable: SettlementFacts = { netPayCents: null, period: null, isUnreadable: true };

/** What a settlement states; null when its reading was cut off and will be tried again. */
async function factsIn(
  ctx: AppContext,
  read: typeof readPageText,
  settlement: UnreadSettlement,
): Promise<SettlementFacts | null> {
  const { object_key, original_name, reading_attempts } = settlement;
  if (reading_attempts >= maxReadings) return unreadable;
  try {
    const begin = () =>
      writeTransaction(ctx, systemActor, ({ tx }) => countReading(tx, settlement));
    const { pages, fault } = await readStored(ctx, read, object_key, begin);
    if (fault === 'slow' && reading_attempts + 1 < maxReadings) return null;
    if (fault !== null) return unreadable;
    const [formats, people] = [await selectFormats(ctx.db), await selectPeople(ctx.db)];
    const { fit } = fitIn(formats, { fileName: original_name, pages }, people);
    const { netPayCents = null, period = null } = fit ?? {};
    return { netPayCents, period, isUnreadable: false };
  } catch (error) {
    // Deleted or replaced meanwhile; other errors are retried in the next run.
    if (error instanceof ObjectNotFound) return unreadable;
    throw error;
  }
}

/** Reads a stored PDF. `begin` runs before the reading, which may end the server. */
async function readStored(
  ctx: AppContext,
  read: typeof readPageText,
  key: string,
  begin: () => Promise<unknown> = async () => {},
): Promise<PageText> {
  const path = join(temporaryFolder(ctx.config.dataDir), `settlement-${randomUUID()}.pdf`);
  try {
    await pipeline(await ctx.storage.read(key), createWriteStream(path));
    await begin();
    return await read(path);
  } finally {
    await rm(path, { force: true });
  }
}

/** Reads the text of files in drops that the release before this one has stored. */
async function readDropFiles(ctx: AppContext, read: typeof readPageText): Promise<void> {
  const files = await selectUnreadDropFiles(ctx.db, batch);
  await forEach(files, async ({ drop_file_id, object_key }) => {
    const { pages } = await readStored(ctx, read, object_key);
    const text = JSON.stringify(pages);
    await writeTransaction(ctx, systemActor, ({ tx }) => setPageText(tx, drop_file_id, text));
  });
}
