import * as contract from '#contract/exports.ts';
import type { LinkParts } from '../../platform/accounts/signed-links.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { sendDownload } from '../../platform/http/send-download.ts';
import { openFileReader } from '../../platform/sandbox/file-reader.ts';
import { readingLimits } from '../../platform/sandbox/reading-limits.ts';
import { createDriverFilePdf, openDriverFilePdf } from './driver-file-pdf.service.ts';
import type { PdfReply, PdfRequest } from './driver-file-pdf-process.ts';
import { createExport, exportsPath, openExport } from './exports.service.ts';

/** Lists as CSV and Excel files, and a driver's file as a PDF. */
export const exportsRoutes: Routes = (register, ctx, app) => {
  register(contract.createExport, ({ body, user, actor }) => createExport(ctx, body, user, actor));

  const program = 'server/features/exports/driver-file-pdf-process.ts';
  const writer = openFileReader<PdfRequest, PdfReply>(program, readingLimits.pdfMerge);
  app.addHook('onClose', () => writer.close());

  register(contract.createDriverFilePdf, ({ body, user, actor }) =>
    createDriverFilePdf(ctx, body.employee_id, user, actor),
  );

  app.route<{ Params: { id: string }; Querystring: LinkParts }>({
    method: ['GET', 'HEAD'],
    url: `${exportsPath}/driver-file-:id(^\\d{1,9}$).pdf`,
    handler: async (request, reply) => {
      const id = Number(request.params.id);
      const { content, ...file } = await openDriverFilePdf(ctx, writer, id, request);
      return sendDownload(request, reply, file, content);
    },
  });

  app.route<{ Params: { file: string }; Querystring: LinkParts }>({
    method: ['GET', 'HEAD'],
    url: `${exportsPath}/:file`,
    handler: async (request, reply) => {
      const { content, ...file } = await openExport(ctx, request.params.file, request);
      return sendDownload(request, reply, file, content);
    },
  });
};
