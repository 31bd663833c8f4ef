import * as contract from '#contract/employee-files.ts';
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts';
import { RawJson } from '../../platform/json-stream.ts';
import type { Routes } from '../../platform/routes.ts';
import {
  deleteDocument,
  deleteVersion,
  kind,
  reviewVersion,
  submitVersion,
  updateDocument,
  uploadDocument,
} from './employee-files.service.ts';
import {
  allAssignments,
  allFiles,
  allGrouped,
  findFile,
  listAssignments,
  listVersions,
} from './employee-files-reading.ts';

/** Files that admins assign and employees return, version by version. */
export const employeeFilesRoutes: Routes = (register, ctx) => {
  register(contract.listAssignments, async ({ query, user, ip, request, reply }) => {
    const reader = { ...user, ip, isRead: request.method === 'GET' };
    const before = decodeCursor(query.before);
    if (query.limit === undefined && before === null) {
      // Streamed: a list of 100,000 built at once would block all other requests.
      return new RawJson(allAssignments(ctx, reader));
    }
    const { rows, end } = await listAssignments(ctx, reader, query.limit ?? 500, before);
    if (end) reply.header('x-next-before', encodeCursor(end));
    return rows;
  });

  register(contract.listEmployeeFiles, async () => new RawJson(allFiles(ctx)));

  register(contract.groupAssignments, async () => new RawJson(allGrouped(ctx.db)));

  register(contract.uploadEmployeeFile, ({ body, upload, actor, key }) =>
    uploadDocument(ctx, kind, { body, upload }, actor, key),
  );

  register(contract.updateEmployeeFile, ({ params: { id }, body, upload, actor }) =>
    updateDocument(ctx, kind, id, { body, upload }, actor, (tx) => findFile(tx, id)),
  );

  register(contract.deleteEmployeeFile, ({ params, actor }) =>
    deleteDocument(ctx, kind, params.id, actor),
  );

  register(contract.listSubmissions, ({ params, user }) => listVersions(ctx.db, params.id, user));

  register(contract.submitVersion, ({ params, upload, actor, key }) =>
    submitVersion(ctx, params.id, upload, actor, key),
  );

  register(contract.setSubmissionStatus, ({ params, body, actor }) =>
    reviewVersion(ctx, params.id, body, actor),
  );

  register(contract.deleteVersion, ({ params, actor }) => deleteVersion(ctx, params.id, actor));
};
