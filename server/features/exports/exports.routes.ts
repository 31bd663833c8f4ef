import * as contract from '#contract/exports.ts';
import type { LinkParts } from '../../platform/accounts/signed-links.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { sendDownload } from '../../platform/http/send-download.ts';
import { createDriverFilePdf, openDriverFilePdf } from './driver-file-pdf.service.ts';
import { createExport, exportsPath, openExport } from './exports.service.ts';

/** Lists as CSV and Excel files, and a driver's file as a PDF. */
export const exportsRoutes: Routes = (register, ctx, app) => {
  register(contract.createExport, ({ body, user, actor }) => createExport(ctx, body, user, actor));

  register(contract.createDriverFilePdf, ({ body, user, actor }) =>
    createDriverFilePdf(ctx, body.employee_id, user, actor),
  );

  app.route<{ Params: { id: string }; Querystring: LinkParts }>({
    method: ['GET', 'HEAD'],
    url: `${exportsPath}/driver-file-:id(^\\d{1,9}$).pdf`,
    handler: async (request, reply) => {
      const id = Number(request.params.id);
      const { content, ...file } = await openDriverFilePdf(ctx, id, request);
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
