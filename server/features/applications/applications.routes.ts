import * as hiring from '#contract/application-stages.ts';
import * as contract from '#contract/applications.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { applicantOf } from '../applicants/applicants-receipt.service.ts';
import {
  deleteApplication,
  listApplications,
  openApplication,
  sendApplication,
} from './applications.service.ts';
import { eraseSameApplicant, findSameApplicant } from './applications-erasing.ts';
import { hireApplicant, previewApplicantHire } from './applications-hire.ts';
import { previewStageMail, updateApplication } from './applications-stages.service.ts';
import { readEqualOpportunity } from './applications-totals.ts';

export const applicationsRoutes: Routes = (register, ctx) => {
  register(contract.sendApplication, ({ body, upload, request, actor, key }) =>
    sendApplication(ctx, body, upload, applicantOf(request, actor), key),
  );

  register(contract.listApplications, () => listApplications(ctx));

  register(hiring.getEqualOpportunity, () => readEqualOpportunity(ctx));

  register(hiring.updateApplication, ({ params, body, actor }) =>
    updateApplication(ctx, params.id, body, actor),
  );

  register(hiring.previewStageMail, ({ params, query }) =>
    previewStageMail(ctx, params.id, query.stage),
  );

  register(hiring.previewHire, ({ params }) => previewApplicantHire(ctx, params.id));

  register(hiring.hireApplicant, ({ params, body, actor, key }) =>
    hireApplicant(ctx, params.id, body, actor, key),
  );

  register(contract.openApplication, async ({ params, actor }) => {
    await openApplication(ctx, params.id, actor);
    return undefined;
  });

  register(contract.getApplicant, ({ params }) => findSameApplicant(ctx, params.id));

  register(contract.eraseApplicant, ({ params, query, actor }) =>
    eraseSameApplicant(ctx, params.id, query, actor),
  );

  register(contract.deleteApplication, ({ params, actor }) =>
    deleteApplication(ctx, params.id, actor),
  );
};
