import { listClosedJobs, listHired, repostJob as repostJobCall } from '#contract/job-closing.ts';
import * as contract from '#contract/jobs.ts';
import { isWholeList } from '../../platform/http/public-calls.ts';
import type { Routes } from '../../platform/http/routes.ts';
import {
  countApplicants,
  createJob,
  deleteJob,
  getJob,
  listJobs,
  repostJob,
  updateJob,
} from './jobs.service.ts';

export const jobsRoutes: Routes = (register, ctx) => {
  register(contract.listJobs, () => listJobs(ctx, 'open'), {
    cacheKey: ({ query }) => (isWholeList(query) ? 'api jobs' : null),
  });

  register(listClosedJobs, () => listJobs(ctx, 'closed'));

  register(listHired, () => countApplicants(ctx.db));

  register(contract.getJob, ({ params }) => getJob(ctx, params.id), {
    cacheKey: ({ params }) => `api job ${params.id}`,
  });

  register(contract.createJob, ({ body, actor, key }) => createJob(ctx, body, actor, key));

  register(contract.updateJob, ({ params, body, actor }) => updateJob(ctx, params.id, body, actor));

  register(repostJobCall, ({ params, body, actor, key }) =>
    repostJob(ctx, params.id, body, actor, key),
  );

  register(contract.deleteJob, ({ params, query, actor }) =>
    deleteJob(ctx, params.id, query.notify === 1, actor),
  );
};
