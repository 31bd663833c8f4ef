import * as contract from '#contract/employee-files.ts';
import { decodeCursor } from '../../platform/cursor.ts';
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
import { listAssignments, listFiles, listGrouped, listVersions } from './employee-files-reading.ts';

/** Files that admins assign and employees return, version by version. */
export const employeeFilesRoutes: Routes = (register, ctx) => {
  register(contract.listAssignments, async ({ query, user, ip, request, reply }) => {
    const reader = { ...user, ip, isRead: request.method === 'GET' };
    const paging = { limit: query.limit, before: decodeCursor(query.before) };
    const { rows, next } = await listAssignments(ctx, reader, paging);
    if (next) reply.header('x-next-before', next);
    return rows;
  });

  register(contract.listEmployeeFiles, () => listFiles(ctx.db));

  register(contract.groupAssignments, () => listGrouped(ctx.db));

  register(contract.uploadEmployeeFile, ({ body, upload, actor, key }) =>
    uploadDocument(ctx, kind, { body, upload }, actor, key),
  );

  register(contract.updateEmployeeFile, ({ params: { id }, body, upload, actor }) =>
    updateDocument(
      ctx,
      kind,
      id,
      { body, upload },
      actor,
      async (tx) => (await listFiles(tx, id))[0],
    ),
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
