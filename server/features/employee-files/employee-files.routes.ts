import * as contract from '#contract/employee-files.ts';
import { decodeCursor } from '../../platform/cursor.ts';
import type { Routes } from '../../platform/routes.ts';
import { deleteFile, reviseFile, uploadFile } from './employee-files.service.ts';
import { readAssignments, readFiles, readGrouped, readVersions } from './employee-files-reading.ts';
import { deleteVersion, judgeVersion, submitVersion } from './employee-files-versions.ts';

/** Files that admins hand out and employees send back, version after version. */
export const employeeFilesRoutes: Routes = (register, ground) => {
  register(contract.listAssignments, async ({ query, user, ip, request, reply }) => {
    const reader = { ...user, ip, isRead: request.method === 'GET' };
    const asked = { limit: query.limit, before: decodeCursor(query.before) };
    const { rows, next } = await readAssignments(ground, reader, asked);
    if (next) reply.header('x-next-before', next);
    return rows;
  });

  register(contract.listEmployeeFiles, () => readFiles(ground.db));

  register(contract.groupAssignments, () => readGrouped(ground.db));

  register(contract.uploadEmployeeFile, ({ body, upload, user, ip, key }) =>
    uploadFile(ground, { body, upload }, { userId: user.userId, ip }, key),
  );

  register(contract.updateEmployeeFile, ({ params, body, upload, user, ip }) =>
    reviseFile(ground, params.id, { body, upload }, { userId: user.userId, ip }),
  );

  register(contract.deleteEmployeeFile, ({ params, user, ip }) =>
    deleteFile(ground, params.id, { userId: user.userId, ip }),
  );

  register(contract.listSubmissions, ({ params, user }) =>
    readVersions(ground.db, params.id, user),
  );

  register(contract.submitVersion, ({ params, upload, user, ip, key }) =>
    submitVersion(ground, params.id, upload, { userId: user.userId, ip }, key),
  );

  register(contract.setSubmissionStatus, ({ params, body, user, ip }) =>
    judgeVersion(ground, params.id, body, { userId: user.userId, ip }),
  );

  register(contract.deleteVersion, ({ params, user, ip }) =>
    deleteVersion(ground, params.id, { userId: user.userId, ip }),
  );
};
