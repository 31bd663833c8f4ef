/** A small Fastify + Kysely app on SQLite with synchronous=FULL: token, session, one query, response. */
import { createSigner, createVerifier } from 'fast-jwt';
import Fastify, { type FastifyRequest } from 'fastify';
import type { JobInput } from '#contract/jobs.ts';
import { openSqlite } from '#server/database/sqlite.ts';
import { onTask } from './on-task.ts';

export interface SmallAppTask {
  file: string;
}

export interface SmallApp {
  url: string;
  headers: { authorization: string };
}

onTask<SmallAppTask>(async ({ file }) => {
  const key = 'a secret of the benchmark alone, long enough for HS256';
  const verify = createVerifier({ key, algorithms: ['HS256'] });
  const db = openSqlite(file);
  const requireSession = async ({ headers }: FastifyRequest) => {
    verify(headers.authorization?.slice('Bearer '.length) ?? '');
    const sessions = db.selectFrom('sessions').select('user_id').where('ended_at', 'is', null);
    await sessions.limit(1).executeTakeFirstOrThrow();
  };
  const app = Fastify();
  app.get('/api/applications', async (request) => {
    await requireSession(request);
    const rows = await db
      .selectFrom('applications')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(100)
      .execute();
    const ids = rows.map(({ id }) => id);
    const [experiences, references] = await Promise.all([
      db.selectFrom('work_experiences').selectAll().where('application_id', 'in', ids).execute(),
      db.selectFrom('work_references').selectAll().where('application_id', 'in', ids).execute(),
    ]);
    return rows.map((row) => ({
      ...row,
      workExperiences: experiences.filter((one) => one.application_id === row.id),
      references: references.filter((one) => one.application_id === row.id),
    }));
  });
  app.post('/api/careers', async (request, reply) => {
    await requireSession(request);
    const job = request.body as JobInput;
    const created = await db
      .insertInto('jobs')
      .values({
        position: job.position,
        location: job.location,
        department: job.department,
        date_posted: job.datePosted,
        company_information: job.companyInformation,
        role_information: job.roleInformation,
        job_responsibilities: job.jobResponsibilities,
        skills: job.skills,
        description_of_benefits: job.descriptionOfBenefits,
        company_culture: job.companyCulture,
        created_at: new Date().toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return reply.code(201).send(created);
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const token = createSigner({ key })({ sub: '1' });
  return { url, headers: { authorization: `Bearer ${token}` } } satisfies SmallApp;
});
