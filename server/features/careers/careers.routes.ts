import * as contract from '#contract/careers.ts';
import { careers as say } from '#contract/messages/careers.ts';
import { decodeCursor, pageOf } from '../../platform/cursor.ts';
import { notFound } from '../../platform/errors.ts';
import { Prepared } from '../../platform/kept.ts';
import { once } from '../../platform/replays.ts';
import type { Routes } from '../../platform/routes.ts';
import { createJob, deleteJob, getJob, listJobs, updateJob } from './careers.service.ts';

export const careersRoutes: Routes = (register, ground) => {
  const { db, kept } = ground;

  register(contract.listJobs, async ({ query, reply }) => {
    const cursor = decodeCursor(query.before);
    if (query.limit === undefined && !cursor) {
      const all = await kept.get(
        'api jobs',
        async () => new Prepared(JSON.stringify(await listJobs(db))),
      );
      return all ?? [];
    }
    const jobs = await listJobs(db, {
      limit: query.limit && query.limit + 1,
      before: cursor && { date: cursor.at, id: cursor.id },
    });
    const page = pageOf(jobs, query.limit, (job) => ({ at: job.datePosted, id: job.id }));
    if (page.next) reply.header('x-next-before', page.next);
    return page.rows;
  });

  register(contract.getJob, async ({ params }) => {
    const job = await kept.get(
      `api job ${params.id}`,
      async () => new Prepared(JSON.stringify(await getJob(db, params.id))),
    );
    if (!job) throw notFound(say.gone);
    return job;
  });

  register(contract.createJob, async ({ body, user, ip, key }) => {
    const now = ground.now();
    const { reply } = await once(
      db,
      now,
      { caller: `user ${user.userId}`, call: 'createJob', key, body, status: 201 },
      async (tx) => ({
        message: say.added,
        id: await createJob(tx, body, { userId: user.userId, ip }, now),
      }),
    );
    kept.forget();
    return reply;
  });

  register(contract.updateJob, async ({ params, body, user, ip }) => {
    await updateJob(ground, params.id, body, { userId: user.userId, ip });
    return { message: say.updated };
  });

  register(contract.deleteJob, async ({ params, user, ip }) => {
    await deleteJob(ground, params.id, { userId: user.userId, ip });
    return { message: say.deleted };
  });
};
