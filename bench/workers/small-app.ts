/** The app that a team would write first: Fastify, Kysely, tokens and SQLite, and nothing made for speed. */
import { createSigner, createVerifier } from 'fast-jwt';
import Fastify, { type FastifyRequest } from 'fastify';
import type { Damage } from '#contract/damages.ts';
import type { JobInput } from '#contract/jobs.ts';
import type { JobRow } from '#server/database/tables/tables.ts';
import { onTask } from './on-task.ts';
import { openPlainSqlite } from './plain-sqlite.ts';

export interface SmallAppTask {
  file: string;
}

export interface SmallApp {
  url: string;
  headers: { authorization: string };
}

const dollars = (cents: number | null) => (cents === null ? null : cents / 100);

const jobOf = (row: JobRow) => ({
  id: row.id,
  position: row.position,
  location: row.location,
  department: row.department,
  datePosted: row.date_posted,
  companyInformation: row.company_information,
  roleInformation: row.role_information,
  jobResponsibilities: row.job_responsibilities,
  skills: row.skills,
  descriptionOfBenefits: row.description_of_benefits,
  companyCulture: row.company_culture,
  payMin: dollars(row.pay_min_cents),
  payMax: dollars(row.pay_max_cents),
  payPeriod: row.pay_period,
  homeTime: row.home_time,
  shift: row.shift,
  employmentType: row.employment_type,
  validThrough: row.valid_through,
  pinned: row.pinned,
  pinOrder: row.pin_order,
  version: row.version,
});

const text = { type: 'string', minLength: 1 };
const jobBody = {
  type: 'object',
  required: ['position', 'location', 'department', 'datePosted', 'companyInformation'],
  properties: { position: text, location: text, department: text, datePosted: text },
};

onTask<SmallAppTask>(async ({ file }) => {
  const key = 'a secret of the benchmark alone, long enough for HS256';
  const verify = createVerifier({ key, algorithms: ['HS256'] });
  const db = openPlainSqlite(file);
  const app = Fastify();

  const requireAdmin = async ({ headers }: FastifyRequest) => {
    const { jti } = verify(headers.authorization?.slice('Bearer '.length) ?? '');
    const user = await db
      .selectFrom('sessions')
      .innerJoin('users', 'users.user_id', 'sessions.user_id')
      .select('users.user_role')
      .where('sessions.jti', '=', jti)
      .where('sessions.ended_at', 'is', null)
      .executeTakeFirstOrThrow();
    if (user.user_role !== 'admin') throw new Error('admins only');
  };

  app.get('/api/careers', async () => {
    const rows = await db
      .selectFrom('jobs')
      .selectAll()
      .orderBy('date_posted', 'desc')
      .orderBy('id', 'desc')
      .execute();
    return rows.map(jobOf);
  });

  app.get<{ Params: { id: string } }>('/api/careers/:id', async ({ params }) => {
    const query = db.selectFrom('jobs').selectAll().where('id', '=', Number(params.id));
    return jobOf(await query.executeTakeFirstOrThrow());
  });

  app.post<{ Body: JobInput }>(
    '/api/careers',
    { schema: { body: jobBody }, preHandler: requireAdmin },
    async ({ body: job }, reply) => {
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
    },
  );

  app.get('/api/damages', { preHandler: requireAdmin }, async () => {
    const rows = await db
      .selectFrom('damages')
      .innerJoin('employees', 'employees.employee_id', 'damages.employee_id')
      .selectAll('damages')
      .select(['employees.first_name', 'employees.last_name'])
      .orderBy('damage_date', 'desc')
      .orderBy('damage_id', 'desc')
      .execute();
    return rows.map(
      ({ first_name, last_name, amount_cents, created_at: _, ...row }): Damage => ({
        ...row,
        employee_name: `${first_name} ${last_name}`,
        damage_amount: amount_cents / 100,
      }),
    );
  });

  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const session = await db.selectFrom('sessions').select('jti').executeTakeFirst();
  const token = createSigner({ key, expiresIn: '1h' })({ jti: session?.jti ?? '' });
  return { url, headers: { authorization: `Bearer ${token}` } } satisfies SmallApp;
});
