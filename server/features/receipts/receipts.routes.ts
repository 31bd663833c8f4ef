import * as contract from '#contract/receipts.ts';
import type { Routes } from '../../platform/http/routes.ts';
import {
  earlierReceipts,
  listReceipts,
  remind,
  totalsOfDocuments,
  totalsOfPeople,
} from './receipts.service.ts';

/** Receipts of documents, for admins, and reminders for missing ones. */
export const receiptsRoutes: Routes = (register, ctx) => {
  register(contract.listReceipts, ({ query }) => listReceipts(ctx.db, query));

  register(contract.listReceiptTotals, () => totalsOfPeople(ctx.db));

  register(contract.listDocumentTotals, () => totalsOfDocuments(ctx));

  register(contract.listEarlierReceipts, ({ params }) => earlierReceipts(ctx.db, params.id));

  register(contract.remindMissing, ({ body, actor, key }) => {
    const which = { fileId: body.file_id ?? undefined, userId: body.user_id ?? undefined };
    return remind(ctx, which, actor, key);
  });
};
