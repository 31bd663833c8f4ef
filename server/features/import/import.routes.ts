import * as contract from '#contract/import.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { openFileReader } from '../../platform/sandbox/file-reader.ts';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';
import type { TemporaryFile } from '../../platform/uploads/receive-upload.ts';
import { createImport, previewImport, type SheetReader } from './import.service.ts';

function requireFile(upload: TemporaryFile | null): TemporaryFile {
  if (!upload) throw new Error('the endpoint requires a file');
  return upload;
}

/** The import of records from spreadsheets. */
export const importRoutes: Routes = (register, ctx, app) => {
  const program = 'server/features/import/sheet-process.ts';
  const reader: SheetReader = openFileReader(program, readingLimits.sheet);
  app.addHook('onClose', () => reader.close());

  register(contract.previewImport, ({ params, body, upload, actor }) =>
    previewImport(ctx, reader, { ...params, body, upload: requireFile(upload) }, actor),
  );

  register(contract.createImport, ({ params, body, upload, actor, key }) =>
    createImport(ctx, reader, { ...params, body, upload: requireFile(upload) }, actor, key),
  );
};
