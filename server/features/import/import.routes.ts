import * as contract from '#contract/import.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import { createImport, previewImport } from './import.service.ts';

function requireFile(upload: TemporaryFile | null): TemporaryFile {
  if (!upload) throw new Error('the endpoint requires a file');
  return upload;
}

/** The import of records from spreadsheets. */
export const importRoutes: Routes = (register, ctx) => {
  register(contract.previewImport, ({ params, body, upload, actor }) =>
    previewImport(ctx, { ...params, body, upload: requireFile(upload) }, actor),
  );

  register(contract.createImport, ({ params, body, upload, actor, key }) =>
    createImport(ctx, { ...params, body, upload: requireFile(upload) }, actor, key),
  );
};
