import * as contract from '#contract/settlement-drops.ts';
import type { Routes } from '../../platform/routes.ts';

/** Many settlements at once, each to its driver. */
export const settlementDropsRoutes: Routes = (register) => {
  register(contract.openDrop, async () => {
    throw new Error('not built yet');
  });
  register(contract.listDrops, async () => {
    throw new Error('not built yet');
  });
  register(contract.getDrop, async () => {
    throw new Error('not built yet');
  });
  register(contract.addDropFile, async () => {
    throw new Error('not built yet');
  });
  register(contract.removeDropFile, async () => {
    throw new Error('not built yet');
  });
  register(contract.publishDrop, async () => {
    throw new Error('not built yet');
  });
  register(contract.discardDrop, async () => {
    throw new Error('not built yet');
  });
};
