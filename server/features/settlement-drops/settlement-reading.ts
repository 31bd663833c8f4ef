import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { documentsEvent } from '#contract/documents.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { temporaryFolder } from '../../platform/data-dir.ts';
import { ObjectNotFound } from '../../platform/storage/storage.ts';
import { systemActor, writeTransaction } from '../../platform/writes.ts';
import { netPayOf } from './net-pay.ts';
import type { PageReader } from './page-text.ts';
import { periodOf } from './period.ts';
import {
  type SettlementFacts,
  selectUnread,
  setFacts,
  type UnreadSettlement,
} from './settlement-drops.queries.ts';

/** Settlements selected at once. */
const batch = 20;
/** Milliseconds after which a run leaves the rest to the next one. */
const maxRunMs = 60_000;

/** Reads the net pay and the period of stored settlements, newest first; stores null for an unreadable one. */
export async function readSettlements(ctx: AppContext, reader: PageReader): Promise<void> {
  const until = Date.now() + maxRunMs;
  while ((await readBatch(ctx, reader)) === batch && Date.now() < until);
}

/** Returns how many were read. */
async function readBatch(ctx: AppContext, reader: PageReader): Promise<number> {
  const unread = await selectUnread(ctx.db, batch);
  for (const settlement of unread) {
    const facts = await factsIn(ctx, reader, settlement);
    await writeTransaction(ctx, systemActor, async ({ tx, now, publish }) => {
      const isFirst = await setFacts(tx, settlement, facts, now.toISOString());
      if (!isFirst || (facts.netPayCents === null && facts.period === null)) return;
      publish(settlement.user_ids.split(',').map(Number), documentsEvent);
      publish('admins', documentsEvent);
    });
  }
  return unread.length;
}

async function factsIn(
  ctx: AppContext,
  reader: PageReader,
  { file_id, revision, object_key }: UnreadSettlement,
): Promise<SettlementFacts> {
  const folder = temporaryFolder(ctx.config.dataDir);
  const path = join(folder, `settlement-${process.pid}-${file_id}-${revision}.pdf`);
  try {
    await pipeline(await ctx.storage.read(object_key), createWriteStream(path));
    const { pages } = await reader.read(path);
    return { netPayCents: netPayOf(pages), period: periodOf(pages) };
  } catch (error) {
    // Deleted or replaced meanwhile; other errors are retried in the next run.
    if (error instanceof ObjectNotFound) return { netPayCents: null, period: null };
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}
