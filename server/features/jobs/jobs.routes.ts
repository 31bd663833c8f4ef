import * as contract from '#contract/jobs.ts';
import { jobs as messages } from '#contract/messages/jobs.ts';
import { decodeCursor } from '../../platform/cursor.ts';
import { notFound } from '../../platform/errors.ts';
import { CachedResponse } from '../../platform/response-cache.ts';
import type { Routes } from '../../platform/routes.ts';
import { createJob, deleteJob, getJob, listJobPage, listJobs, updateJob } from './jobs.service.ts';

export const jobsRoutes: Routes = (register, ctx) => {
  const { db, responseCache } = ctx;

  register(contract.listJobs, async ({ query, request, reply }) => {
    const cursor = decodeCursor(query.before);
    if (query.limit === undefined && !cursor) {
      const all = await responseCache.get(
        'api jobs',
        async () => new CachedResponse(JSON.stringify(await listJobs(db))),
        request,
      );
      return all ?? [];
    }
    const page = await listJobPage(db, query.limit, cursor);
    if (page.next) reply.header('x-next-before', page.next);
    return page.jobs;
  });

  register(contract.getJob, async ({ params, request }) => {
    const job = await responseCache.get(
      `api job ${params.id}`,
      async () => new CachedResponse(JSON.stringify(await getJob(db, params.id))),
      request,
    );
    if (!job) throw notFound(messages.gone);
    return job;
  });

  register(contract.createJob, ({ body, actor, key }) => createJob(ctx, body, actor, key));

  register(contract.updateJob, ({ params, body, actor }) => updateJob(ctx, params.id, body, actor));

  register(contract.deleteJob, ({ params, actor }) => deleteJob(ctx, params.id, actor));
};
