import * as contract from '#contract/settlement-drops.ts';
import * as formats from '#contract/settlement-formats.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { publishDrop } from './drop-publishing.ts';
import {
  createDrop,
  createDropFile,
  discardDrop,
  getDrop,
  removeFile,
  waitingDrops,
} from './settlement-drops.service.ts';
import {
  createFormat,
  deleteFormat,
  listDropFileLines,
  listFormats,
  tryFormat,
  updateFormat,
} from './settlement-formats.service.ts';

/** Many settlements uploaded at once, and the formats that say whose each is. */
export const settlementDropsRoutes: Routes = (register, ctx) => {
  register(contract.openDrop, ({ actor, key }) => createDrop(ctx, actor, key));

  register(contract.listDrops, () => waitingDrops(ctx.db));

  register(contract.getDrop, ({ params }) => getDrop(ctx.db, params.id));

  register(contract.addDropFile, ({ params, upload, actor, key }) => {
    if (!upload) throw new Error('the endpoint requires a file');
    return createDropFile(ctx, params.id, upload, actor, key);
  });

  register(contract.removeDropFile, ({ params, actor }) => removeFile(ctx, params.id, actor));

  register(contract.publishDrop, ({ params, body, actor, key }) =>
    publishDrop(ctx, params.id, body.entries, actor, key),
  );

  register(contract.discardDrop, ({ params, actor }) => discardDrop(ctx, params.id, actor));

  register(formats.listFormats, () => listFormats(ctx.db));

  register(formats.createFormat, ({ body, actor, key }) => createFormat(ctx, body, actor, key));

  register(formats.updateFormat, ({ params, body, actor }) =>
    updateFormat(ctx, params.id, body, actor),
  );

  register(formats.deleteFormat, ({ params, actor }) => deleteFormat(ctx, params.id, actor));

  register(formats.listDropFileLines, ({ params }) => listDropFileLines(ctx.db, params.id));

  register(formats.tryFormat, ({ body }) => tryFormat(ctx.db, body));
};
