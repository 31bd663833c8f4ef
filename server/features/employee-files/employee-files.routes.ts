import * as contract from '#contract/employee-files.ts';
import type { Routes } from '../../platform/http/routes.ts';
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
  findFile,
  listAssignments,
  listFiles,
  listGroups,
  listVersions,
} from './employee-files-reading.ts';

/** Files that admins assign and employees return, version by version. */
export const employeeFilesRoutes: Routes = (register, ctx) => {
  register(contract.listAssignments, ({ user, ip, request }) =>
    listAssignments(ctx, user, { ip, isRead: request.method === 'GET' }),
  );

  register(contract.listEmployeeFiles, () => listFiles(ctx));

  register(contract.groupAssignments, () => ({ employees: listGroups(ctx.db) }));

  register(contract.uploadEmployeeFile, ({ body, uploads, actor, key }) =>
    uploadDocument(ctx, kind, { body, uploads }, actor, key),
  );

  register(contract.updateEmployeeFile, ({ params: { id }, body, uploads, actor }) =>
    updateDocument(ctx, kind, id, { body, uploads }, actor, (tx) => findFile(tx, id)),
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
