import { acknowledgeDocument, documentCalls, documentKinds } from '#contract/documents.ts';
import type { Routes } from '../../platform/routes.ts';

/** Training, settlements and reports. */
export const documentsRoutes: Routes = (register) => {
  for (const kind of documentKinds) {
    for (const endpoint of Object.values(documentCalls[kind])) {
      register(endpoint, async () => {
        throw new Error('not built yet');
      });
    }
  }
  register(acknowledgeDocument, async () => {
    throw new Error('not built yet');
  });
};
