import { settlementPay as messages } from '#contract/messages/settlement-pay.ts';
import type { updateSettlementPay as payEndpoint } from '#contract/settlement-pay.ts';
import type { BodyOf } from '#contract/wire/endpoint.ts';
import { updateRecord } from '../../database/records.ts';
import type { AppContext } from '../../platform/app-context.ts';
import {
  type Actor,
  changedColumns,
  currentRow,
  writeTransaction,
} from '../../platform/writes/writes.ts';
import {
  selectAssigned,
  selectDocumentForUpdate,
  selectPay,
  updatePay,
} from './documents.queries.ts';
import { getDocument } from './documents.service.ts';
import { publishDocuments } from './documents-writing.ts';

/** Sets the net pay and the period of a settlement's current revision. */
export async function updateSettlementPay(
  ctx: AppContext,
  fileId: number,
  { version, net_pay, ...period }: BodyOf<typeof payEndpoint>,
  actor: Actor,
): Promise<{ message: string }> {
  return writeTransaction(ctx, actor, async (write) => {
    const { tx, audit } = write;
    const found = await selectDocumentForUpdate(tx, 'settlements', fileId);
    const row = await currentRow(found, version, () => getDocument(tx, fileId, actor));
    const columns = changedColumns(await selectPay(tx, row), {
      net_pay_cents: typeof net_pay === 'number' ? Math.round(net_pay * 100) : net_pay,
      ...period,
    });
    const names = Object.keys(columns);
    if (names.length === 0) return { message: messages.saved };
    await updatePay(tx, row, columns);
    await updateRecord(tx, 'documents', fileId, {});
    await audit({
      action: 'document.update',
      target: { kind: 'document', id: fileId, label: row.file_name },
      detail: { kind: 'settlements', changed: names.map((name) => name.replace('_cents', '')) },
    });
    publishDocuments(write, 'settlements', await selectAssigned(tx, fileId));
    return { message: messages.saved };
  });
}
