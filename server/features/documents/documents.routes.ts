import { acknowledgeDocument, documentCalls, documentKinds } from '#contract/documents.ts';
import { updateSettlementPay } from '#contract/settlement-pay.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { RawJson } from '../../platform/json-stream.ts';
import type { Routes } from '../../platform/routes.ts';
import {
  acknowledge,
  checkDocument,
  checkDocumentUpdate,
  deleteDocument,
  getDocument,
  updateDocument,
  uploadDocument,
} from './documents.service.ts';
import { allDocuments, listDocuments } from './documents-reading.ts';
import { updateSettlementPay as updateSettlementPayOf } from './settlement-pay.service.ts';

/** Training, settlements and reports: assigned by admins, read and confirmed by their recipients. */
export const documentsRoutes: Routes = (register, ctx) => {
  for (const kind of documentKinds) {
    const calls = documentCalls[kind];

    register(calls.list, async ({ query, user, ip, request, reply }) => {
      const isRead = request.method === 'GET';
      const list = { kind, ip, isRead, userId: user.userId, isAdmin: user.role === 'admin' };
      const before = decodeCursor(query.before);
      if (query.limit === undefined && before === null) {
        // Up to 10,000 rows: building the list at once would block other requests.
        return new RawJson(allDocuments(ctx, list));
      }
      const { json, end } = await listDocuments(ctx, list, query.limit ?? 500, before);
      if (end) reply.header('x-next-before', encodeCursor(end));
      return new RawJson(json);
    });

    register(
      calls.upload,
      ({ body, upload, actor, key }) => uploadDocument(ctx, kind, { body, upload }, actor, key),
      { beforeFile: ({ body, actor, key }) => checkDocument(ctx, kind, body, actor, key) },
    );

    register(
      calls.update,
      ({ params: { id }, body, upload, actor }) =>
        updateDocument(ctx, kind, id, { body, upload }, actor, (tx) => getDocument(tx, id, actor)),
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
