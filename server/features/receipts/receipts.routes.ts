import * as contract from '#contract/receipts.ts';
import type { Routes } from '../../platform/routes.ts';

/** Who has seen what. */
export const receiptsRoutes: Routes = (register) => {
  register(contract.listReceipts, async () => {
    throw new Error('not built yet');
  });
  register(contract.listReceiptTotals, async () => {
    throw new Error('not built yet');
  });
  register(contract.listDocumentTotals, async () => {
    throw new Error('not built yet');
  });
  register(contract.listEarlierReceipts, async () => {
    throw new Error('not built yet');
  });
  register(contract.remindMissing, async () => {
    throw new Error('not built yet');
  });
};
