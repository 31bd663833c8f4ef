import { Readable } from 'node:stream';
import { acknowledgeDocument, documentCalls, documentKinds } from '#contract/documents.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { JsonText, type Routes } from '../../platform/routes.ts';
import {
  acknowledge,
  dropDocument,
  readDocument,
  reviseDocument,
  uploadDocument,
} from './documents.service.ts';
import { allDocuments, listDocuments } from './documents-reading.ts';

/** Training, settlements and reports: handed out by admins, read and confirmed by those they are for. */
export const documentsRoutes: Routes = (register, ground) => {
  for (const kind of documentKinds) {
    const calls = documentCalls[kind];

    register(calls.list, async ({ query, user, ip, request, reply }) => {
      const isRead = request.method === 'GET';
      const asked = { kind, ip, isRead, userId: user.userId, isAdmin: user.role === 'admin' };
      const before = decodeCursor(query.before);
      if (query.limit === undefined && before === null) {
        // The list can be 10,000 long: made whole it would hold up everybody else.
        return new JsonText(Readable.from(allDocuments(ground, asked)));
      }
      const { json, end } = await listDocuments(ground, asked, query.limit ?? 500, before);
      if (end) reply.header('x-next-before', encodeCursor(end));
      return new JsonText(json);
    });

    register(calls.upload, ({ body, upload, user, ip, key }) =>
      uploadDocument(ground, kind, { body, upload }, { userId: user.userId, ip }, key),
    );

    register(calls.update, ({ params: { id }, body, upload, user, ip }) => {
      const by = { userId: user.userId, ip };
      return reviseDocument(ground, kind, id, { body, upload }, by, (tx) =>
        readDocument(tx, ground, id, by),
      );
    });

    register(calls.remove, ({ params, user, ip }) =>
      dropDocument(ground, kind, params.id, { userId: user.userId, ip }),
    );
  }

  register(acknowledgeDocument, ({ params, user, ip }) =>
    acknowledge(ground, params.id, { userId: user.userId, ip }),
  );
};
