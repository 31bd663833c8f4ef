import { exportPersonalData } from '#contract/personal-data.ts';
import { wallClock } from '#contract/rules/dates.ts';
import type { LinkParts } from '../../platform/accounts/signed-links.ts';
import { zip } from '../../platform/formats/zip.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { sendDownload } from '../../platform/http/send-download.ts';
import { partsInLanguage } from '../../platform/runtime/languages.ts';
import {
  createExportLink,
  exportEntries,
  exportPath,
  openExportLink,
} from './personal-data-export.ts';

export const personalDataRoutes: Routes = (register, ctx, app) => {
  register(exportPersonalData, ({ actor }) => createExportLink(ctx, actor));

  app.route<{ Querystring: LinkParts }>({
    method: ['GET', 'HEAD'],
    url: exportPath,
    // The entries are compressed.
    compress: false,
    handler: async (request, reply) => {
      const account = await openExportLink(ctx, request);
      const now = ctx.now();
      const file = {
        name: `personal-data-${wallClock(now).slice(0, 10)}.zip`,
        mediaType: 'application/zip',
      };
      const content = zip(exportEntries(ctx, account), now);
      return sendDownload(request, reply, file, partsInLanguage(account.language ?? 'en', content));
    },
  });
};
