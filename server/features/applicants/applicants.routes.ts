import * as drafts from '#contract/application-drafts.ts';
import * as contract from '#contract/application-status.ts';
import type { Routes } from '../../platform/http/routes.ts';
import {
  addDocument,
  checkOpen,
  correct,
  saveHistory,
  withdrawApplication,
} from './applicants.service.ts';
import { getApplicationFile, getHistory, getStatus } from './applicants-reading.service.ts';
import { applicantOf } from './applicants-receipt.service.ts';
import {
  createDraft,
  deleteStarted,
  getDraft,
  listStarted,
  startApplication,
} from './application-drafts.service.ts';

export const applicantsRoutes: Routes = (register, ctx) => {
  register(contract.getApplicationStatus, ({ params }) => getStatus(ctx, params.code));

  register(contract.correctApplication, ({ params, body, actor }) =>
    correct(ctx, params.code, body, actor),
  );

  register(
    contract.addApplicationDocument,
    ({ params, upload, actor, key }) => addDocument(ctx, params.code, upload, actor, key),
    { beforeFile: ({ params }) => checkOpen(ctx, params.code) },
  );

  register(contract.withdrawApplication, ({ params, actor }) =>
    withdrawApplication(ctx, params.code, actor),
  );

  register(contract.getDriverHistory, ({ params }) => getHistory(ctx, params.code));

  register(contract.saveDriverHistory, ({ params, body, actor }) =>
    saveHistory(ctx, params.code, body.driver_history, actor),
  );

  register(contract.getApplicationFile, ({ params }) => getApplicationFile(ctx, params.id));

  register(drafts.createApplicationDraft, ({ body, request, actor, key }) =>
    createDraft(ctx, body, applicantOf(request, actor), key),
  );

  register(drafts.getApplicationDraft, ({ params }) => getDraft(ctx, params.code));

  register(drafts.startApplication, ({ body, request, actor, key }) =>
    startApplication(ctx, body, applicantOf(request, actor), key),
  );

  register(drafts.listStartedApplications, () => listStarted(ctx));

  register(drafts.deleteStartedApplication, ({ params, actor }) =>
    deleteStarted(ctx, params.id, actor),
  );
};
