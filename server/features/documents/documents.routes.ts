import { acknowledgeDocument, documentCalls, documentKinds } from '#contract/documents.ts';
import { updateSettlementPay } from '#contract/settlement-pay.ts';
import type { Routes } from '../../platform/http/routes.ts';
import {
  acknowledge,
  checkDocument,
  checkDocumentUpdate,
  deleteDocument,
  getDocument,
  updateDocument,
  uploadDocument,
} from './documents.service.ts';
import { listDocuments } from './documents-reading.ts';
import { updateSettlementPay as updateSettlementPayOf } from './settlement-pay.service.ts';

/** Training, settlements and reports: assigned by admins, read and confirmed by their recipients. */
export const documentsRoutes: Routes = (register, ctx) => {
  for (const kind of documentKinds) {
    const calls = documentCalls[kind];

    register(calls.list, ({ user, ip, request }) =>
      listDocuments(ctx, user, { kind, ip, isRead: request.method === 'GET' }),
    );

    register(
      calls.upload,
      ({ body, uploads, actor, key }) => uploadDocument(ctx, kind, { body, uploads }, actor, key),
      { beforeFile: ({ body, actor, key }) => checkDocument(ctx, kind, body, actor, key) },
    );

    register(
      calls.update,
      ({ params: { id }, body, uploads, actor }) =>
        updateDocument(ctx, kind, id, { body, uploads }, actor, (tx) => getDocument(tx, id, actor)),
      {
        beforeFile: ({ params: { id }, body, actor }) =>
          checkDocumentUpdate(ctx, kind, id, body, (db) => getDocument(db, id, actor)),
      },
    );

    register(calls.remove, ({ params, actor }) => deleteDocument(ctx, kind, params.id, actor));
  }

  register(updateSettlementPay, ({ params, body, actor }) =>
    updateSettlementPayOf(ctx, params.id, body, actor),
  );

  register(acknowledgeDocument, ({ params, actor }) => acknowledge(ctx, params.id, actor));
};
