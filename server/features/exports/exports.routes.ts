import * as contract from '#contract/exports.ts';
import type { LinkParts } from '../../platform/account-links.ts';
import type { Routes } from '../../platform/routes.ts';
import { sendDownload } from '../../platform/send-download.ts';
import { createExport, exportsPath, openExport } from './exports.service.ts';

/** Lists as CSV and Excel files. */
export const exportsRoutes: Routes = (register, ctx, app) => {
  register(contract.createExport, ({ body, user, actor }) => createExport(ctx, body, user, actor));

  app.route<{ Params: { file: string }; Querystring: LinkParts }>({
    method: ['GET', 'HEAD'],
    url: `${exportsPath}/:file`,
    handler: async (request, reply) => {
      const { content, ...file } = await openExport(ctx, request.params.file, request.query);
      return sendDownload(request, reply, file, content);
    },
  });
};
