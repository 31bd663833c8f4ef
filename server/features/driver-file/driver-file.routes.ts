import * as contract from '#contract/driver-file.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { updateDocument, uploadDocument } from './driver-file.service.ts';
import {
  listDriverDocuments,
  listDriverFiles,
  listExpired,
  requireDriver,
} from './driver-file-reading.ts';
import { deleteDocument, refuseDocument } from './driver-file-removal.ts';

export const driverFileRoutes: Routes = (register, ctx) => {
  register(contract.listDriverFile, ({ user, query }) => listDriverFiles(ctx, user, query));

  register(contract.listExpiredDrivers, () => listExpired(ctx));

  register(contract.listDriverDocuments, ({ params, user }) =>
    listDriverDocuments(ctx.db, user, params),
  );

  register(
    contract.uploadDriverDocument,
    ({ params, body, upload, user, actor, key }) =>
      uploadDocument(ctx, params, body, upload, user, { actor, key }),
    { beforeFile: ({ params, user }) => requireDriver(ctx.db, user, params.employee_id) },
  );

  register(contract.updateDriverDocument, ({ params, body, actor }) =>
    updateDocument(ctx, params, body, actor),
  );

  register(contract.refuseDriverDocument, ({ params, body, actor }) =>
    refuseDocument(ctx, params.id, body, actor),
  );

  register(contract.deleteDriverDocument, ({ params, actor }) =>
    deleteDocument(ctx, params.id, actor),
  );
};
