import * as contract from '#contract/jobs.ts';
import { isWholeList } from '../../platform/http/public-calls.ts';
import type { Routes } from '../../platform/http/routes.ts';
import { createJob, deleteJob, getJob, listJobs, updateJob } from './jobs.service.ts';

export const jobsRoutes: Routes = (register, ctx) => {
  const { db } = ctx;

  register(contract.listJobs, () => listJobs(ctx), {
    cacheKey: ({ query }) => (isWholeList(query) ? 'api jobs' : null),
  });

  register(contract.getJob, ({ params }) => getJob(db, params.id), {
    cacheKey: ({ params }) => `api job ${params.id}`,
  });

  register(contract.createJob, ({ body, actor, key }) => createJob(ctx, body, actor, key));

  register(contract.updateJob, ({ params, body, actor }) => updateJob(ctx, params.id, body, actor));

  register(contract.deleteJob, ({ params, actor }) => deleteJob(ctx, params.id, actor));
};
