import { Readable } from 'node:stream';
import * as contract from '#contract/receipts.ts';
import { JsonText, type Routes } from '../../platform/routes.ts';
import {
  earlierReceipts,
  listReceipts,
  remind,
  totalsOfDocuments,
  totalsOfPeople,
} from './receipts.service.ts';

/** Who has seen what: read by admins, who remind the missing. */
export const receiptsRoutes: Routes = (register, ground) => {
  register(contract.listReceipts, async ({ query }) => {
    const which = { fileId: query.file_id, userId: query.user_id };
    return new JsonText(await listReceipts(ground, which));
  });

  register(contract.listReceiptTotals, async () => new JsonText(await totalsOfPeople(ground)));

  register(
    contract.listDocumentTotals,
    async () => new JsonText(Readable.from(totalsOfDocuments(ground))),
  );

  register(contract.listEarlierReceipts, ({ params }) => earlierReceipts(ground.db, params.id));

  register(contract.remindMissing, ({ body, user, ip, key }) => {
    const which = { fileId: body.file_id ?? undefined, userId: body.user_id ?? undefined };
    return remind(ground, which, { userId: user.userId, ip }, key);
  });
};
