import * as contract from '#contract/settlement-drops.ts';
import type { Routes } from '../../platform/routes.ts';
import { publishDrop } from './drop-publishing.ts';
import { openPageReader } from './page-text.ts';
import {
  addFile,
  beginDrop,
  discardDrop,
  readDrop,
  removeFile,
  waitingDrops,
} from './settlement-drops.service.ts';

/** Many settlements at once, each to its driver. */
export const settlementDropsRoutes: Routes = (register, ground, app) => {
  const reader = openPageReader();
  app.addHook('onClose', () => reader.close());

  register(contract.openDrop, ({ user, ip, key }) =>
    beginDrop(ground, { userId: user.userId, ip }, key),
  );

  register(contract.listDrops, () => waitingDrops(ground.db));

  register(contract.getDrop, ({ params }) => readDrop(ground.db, params.id));

  register(contract.addDropFile, ({ params, upload, user, ip, key }) => {
    // The endpoint requires a file.
    if (!upload) throw new Error('no file');
    return addFile(ground, reader, params.id, upload, { userId: user.userId, ip }, key);
  });

  register(contract.removeDropFile, ({ params, user, ip }) =>
    removeFile(ground, params.id, { userId: user.userId, ip }),
  );

  register(contract.publishDrop, ({ params, body, user, ip, key }) =>
    publishDrop(ground, params.id, body.entries, { userId: user.userId, ip }, key),
  );

  register(contract.discardDrop, ({ params, user, ip }) =>
    discardDrop(ground, params.id, { userId: user.userId, ip }),
  );
};
