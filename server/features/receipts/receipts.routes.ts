import * as contract from '#contract/receipts.ts';
import { RawJson } from '../../platform/json-stream.ts';
import type { Routes } from '../../platform/routes.ts';
import {
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

  register(contract.listDocumentTotals, async () => new RawJson(totalsOfDocuments(ctx.db)));

  register(contract.listEarlierReceipts, ({ params }) => earlierReceipts(ctx.db, params.id));

  register(contract.remindMissing, ({ body, actor, key }) => {
    const which = { fileId: body.file_id ?? undefined, userId: body.user_id ?? undefined };
    return remind(ctx, which, actor, key);
  });
};
