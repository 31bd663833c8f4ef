import { Readable } from 'node:stream';
import { create as contentDisposition } from 'content-disposition';
import { wallClock } from '#contract/dates.ts';
import { exportPersonalData } from '#contract/personal-data.ts';
import type { Routes } from '../../platform/routes.ts';
import { zip } from '../../platform/zip.ts';
import {
  createExportLink,
  exportEntries,
  exportPath,
  type LinkParts,
  openExportLink,
} from './personal-data-export.ts';

/** Milliseconds without progress until a client is disconnected. */
const stallMs = 120_000;

export const personalDataRoutes: Routes = (register, ctx, app) => {
  register(exportPersonalData, ({ actor }) => createExportLink(ctx, actor));

  app.route<{ Querystring: LinkParts }>({
    method: ['GET', 'HEAD'],
    url: exportPath,
    // The entries are compressed.
    compress: false,
    handler: async (request, reply) => {
      const account = await openExportLink(ctx, request.query);
      const now = ctx.now();
      const name = `personal-data-${wallClock(now).slice(0, 10)}.zip`;
      reply.headers({
        'content-type': 'application/zip',
        'content-disposition': contentDisposition(name),
        'cache-control': 'private, no-store',
      });
      if (request.method === 'HEAD') return reply.send();
      reply.raw.setTimeout(stallMs, () => reply.raw.destroy());
      return reply.send(Readable.from(zip(exportEntries(ctx, account), now)));
    },
  });
};
