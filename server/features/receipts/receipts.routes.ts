import * as contract from '#contract/receipts.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { RawJson } from '../../platform/json-stream.ts';
import type { Routes } from '../../platform/routes.ts';
import {
  allTotalsOfDocuments,
  earlierReceipts,
  listReceipts,
  remind,
  totalsOfDocuments,
  totalsOfPeople,
} from './receipts.service.ts';

/** Receipts of documents, for admins, and reminders for missing ones. */
export const receiptsRoutes: Routes = (register, ctx) => {
  register(contract.listReceipts, async ({ query }) => {
    const which = { fileId: query.file_id, userId: query.user_id };
    return new RawJson(await listReceipts(ctx.db, which));
  });

  register(contract.listReceiptTotals, async () => new RawJson(await totalsOfPeople(ctx.db)));

  register(contract.listDocumentTotals, async ({ query, reply }) => {
    const before = decodeCursor(query.before);
    if (query.limit === undefined) return new RawJson(allTotalsOfDocuments(ctx.db, before));
    const { json, end } = await totalsOfDocuments(ctx.db, before, query.limit);
    if (end) reply.header('x-next-before', encodeCursor(end));
    return new RawJson(json);
  });

  register(contract.listEarlierReceipts, ({ params }) => earlierReceipts(ctx.db, params.id));

  register(contract.remindMissing, ({ body, actor, key }) => {
    const which = { fileId: body.file_id ?? undefined, userId: body.user_id ?? undefined };
    return remind(ctx, which, actor, key);
  });
};
