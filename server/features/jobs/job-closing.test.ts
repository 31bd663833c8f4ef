import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { Job } from '#contract/jobs.ts';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { sampleBody } from '#tests/fixtures/sample-bodies.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteUnlessFull } from '#tests/harness/databases.ts';
import { apply as sendApplication, whole } from '#tests/records/hiring.ts';
import { changeRows, rowsOf } from '#tests/records/stored.ts';
import { mailReasons } from '../../mail-reasons.ts';
import { mailTask } from '../../platform/mail/mail-task.ts';

/** On PostgreSQL, only what may happen at once (`it`) runs in every run. */
const { test } = sqliteUnlessFull;

onBothDatabases('closing jobs', (engine) => {
  // Noon in Chicago.
  const start = '2026-11-25T18:00:00Z';
  let clock = start;
  const t = suiteApp(engine, { now: () => new Date(clock), config: { tokenHours: 24 * 300 } });
  beforeEach(() => {
    clock = start;
  });

  const apply = (body: Record<string, unknown>, key?: string) => sendApplication(t, body, key);
  const as = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
    send(t, method, url, t.admin, body);
  const put = (id: number, body: object) => as('PUT', `/api/careers/${id}`, body);

  async function postJob(values: object = {}): Promise<number> {
    const body = sampleBody('createJob', { position: 'Car hauler', openings: 1, ...values });
    return (await as('POST', '/api/careers', body)).json().id;
  }
  const jobOf = async (id: number): Promise<Job> => (await as('GET', `/api/careers/${id}`)).json();
  const idsIn = async (url: string) => ((await as('GET', url)).json() as Job[]).map(({ id }) => id);
  async function applicant(job_id: number, email: string, stage = 'new'): Promise<number> {
    const { status, body } = await apply({ ...whole, email, job_id });
    expect(status, JSON.stringify(body)).toBe(201);
    await changeRows(t, 'applications', { id: body.id }, { stage: stage as 'new' });
    return body.id;
  }
  const mailed = (id: number) => rowsOf(t, 'outbox', { link: `/careers/${id}` }, 'recipient');

  test('a job is open through its last day in Chicago and closed at midnight', async () => {
    const id = await postJob({ validThrough: '2026-11-25' });
    clock = '2026-11-26T05:59:59Z';
    expect((await jobOf(id)).closedOn).toBeNull();
    expect(await idsIn('/api/careers?limit=500')).toContain(id);
    expect((await apply({ ...whole, job_id: id })).status).toBe(201);
    clock = '2026-11-26T06:00:00Z';
    await t.ctx.responseCache.invalidate();
    expect((await jobOf(id)).closedOn).toBe('2026-11-25');
    expect(await idsIn('/api/careers')).not.toContain(id);
    expect(await idsIn('/api/careers/closed')).toContain(id);
    const late = await apply({ ...whole, job_id: id });
    expect([late.status, late.body.code]).toEqual([409, 'job_closed']);
    expect((await apply(whole)).status).toBe(201);
  });

  test('closed by hand it leaves the list and takes no applications; reopened it is back', async () => {
    const id = await postJob();
    await applicant(id, 'quiet@example.com');
    const closed = await put(id, { closed: 1, notify: 0, version: 1 });
    expect(replyOf(closed)).toEqual([200, { message: 'Job closed.' }]);
    expect(await jobOf(id)).toMatchObject({ closedOn: '2026-11-25', version: 2 });
    expect(await mailed(id), 'the office chose no mails').toEqual([]);
    expect(await idsIn('/api/careers')).not.toContain(id);
    expect((await put(id, { closed: 0, version: 1 })).statusCode).toBe(409);
    const key = randomUUID();
    expect((await apply({ ...whole, job_id: id }, key)).status).toBe(409);
    expect((await put(id, { closed: 0, version: 2 })).json().message).toBe('Job reopened.');
    expect(await idsIn('/api/careers')).toContain(id);
    // The refusal stored nothing under the key.
    expect((await apply({ ...whole, job_id: id }, key)).status).toBe(201);
  });

  test('reopening a job whose last day is over needs another day', async () => {
    const id = await postJob({ validThrough: '2026-11-24' });
    const refused = await put(id, { closed: 0 });
    const fields = { validThrough: 'The Open through day is over. Edit it to reopen the job.' };
    expect([refused.statusCode, refused.json().fields]).toEqual([400, fields]);
    expect((await put(id, { closed: 0, validThrough: '' })).statusCode).toBe(200);
    expect((await jobOf(id)).closedOn).toBeNull();
  });

  test('applicants who wait are told once, after five minutes; one person gets one mail', async () => {
    const id = await postJob();
    await applicant(id, 'new@example.com');
    await applicant(id, 'New@example.com');
    await applicant(id, 'offer@example.com', 'offer');
    await applicant(id, 'declined@example.com', 'declined');
    await applicant(id, 'withdrawn@example.com', 'withdrawn');
    const spam = await applicant(id, 'spam@example.com');
    await changeRows(t, 'applications', { id: spam }, { flagged: 1 });
    await put(id, { closed: 1 });
    const at = '2026-11-25T18:05:00.000Z';
    const mails = (await mailed(id)).map((mail) => [
      mail.recipient.toLowerCase(),
      mail.next_try_at,
    ]);
    expect(mails).toEqual([['new@example.com', at]]);

    // Reopened at once, nobody is told, and closed again everybody is.
    clock = '2026-11-25T18:04:00Z';
    await put(id, { closed: 0 });
    expect(await mailed(id)).toEqual([]);
    await put(id, { closed: 1 });
    expect(await mailed(id)).toHaveLength(1);

    // Later only those who weren't told.
    clock = '2026-11-26T18:00:00Z';
    await put(id, { closed: 0 });
    await applicant(id, 'later@example.com');
    await put(id, { closed: 1 });
    expect(await mailed(id)).toHaveLength(2);
  });

  test('the later word about an applicant wins, also when a mail leaves', async () => {
    const id = await postJob({ openings: null });
    const [invited, offered, hired] = [
      await applicant(id, 'invited@example.com'),
      await applicant(id, 'offered@example.com'),
      await applicant(id, 'hired@example.com'),
    ];
    const move = (application: number, stage: string) =>
      as('PUT', `/api/application/${application}`, { stage, notify: 1 });
    const kinds = async (application_id: number) =>
      (await rowsOf(t, 'application_notes', { application_id }, 'id')).map(({ kind }) => kind);
    await move(invited, 'interview');
    await put(id, { closed: 1 });
    expect(await kinds(invited)).toEqual(['interview', 'mail', 'job_closed', 'mail_stopped']);
    await move(offered, 'offer');
    expect(await kinds(offered)).toEqual(['job_closed', 'mail_stopped', 'offer', 'mail']);
    // Without a word to the mail.
    await changeRows(t, 'applications', { id: hired }, { stage: 'hired' });
    clock = '2026-11-25T18:06:00Z';
    const reasons = new Map((await rowsOf(t, 'outbox')).map((mail) => [mail.id, mail.reason]));
    const sent: unknown[] = [];
    await mailTask({ ...t.ctx, reasons: mailReasons }, async ({ id: mail, recipient }) => {
      if (reasons.get(mail)) sent.push([recipient, reasons.get(mail)]);
    }).run();
    expect(sent.sort()).toEqual([
      ['invited@example.com', 'job closed'],
      ['offered@example.com', 'stage'],
    ]);
  });

  /** Hires an applicant; returns the status and the message or the error. */
  const hireAs = async (application: number, body: object = {}) => {
    const work = { department: 'Logistics', position: 'Driver', hire_date: '2026-12-01' };
    const username = `hired ${application}`;
    const url = `/api/application/${application}/hire`;
    const reply = await as('POST', url, { username, ...work, ...body });
    return [reply.statusCode, reply.json().message ?? reply.json().error];
  };
  const previewOf = async (application: number) =>
    (await as('GET', `/api/application/${application}/hire`)).json();
  const hiredMail = 'Hired. A welcome email with a link to set a password is on its way.';

  test('a job without a number of openings is never filled', async () => {
    const id = await postJob({ openings: '' });
    expect((await jobOf(id)).openings).toBeNull();
    const first = await applicant(id, 'endless1@example.com');
    const second = await applicant(id, 'endless2@example.com');
    expect(await previewOf(first)).toEqual({ hired: 0, fills: null });
    expect(await hireAs(first, { close_job: 'tell', hired: 0 })).toEqual([201, hiredMail]);
    // Two at once don't ask each other.
    expect(await hireAs(second, { hired: 0 })).toEqual([201, hiredMail]);
    expect([(await jobOf(id)).closedOn, await mailed(id)]).toEqual([null, []]);
  });

  test('the hire that fills a job closes it only when told, and tells those who wait', async () => {
    const id = await postJob({ openings: 2 });
    const [one, two, three] = [
      await applicant(id, 'fill1@example.com'),
      await applicant(id, 'fill2@example.com', 'interview'),
      await applicant(id, 'fill3@example.com', 'offer'),
    ];
    await applicant(id, 'fill4@example.com');
    await applicant(id, 'FILL4@example.com');
    // Wanted for another job, under the same address.
    const other = await postJob();
    await applicant(id, 'fill5@example.com');
    await applicant(other, 'fill5@example.com', 'offer');
    expect(await previewOf(one)).toEqual({ hired: 0, fills: null });
    expect(await hireAs(one, { close_job: 'tell' })).toEqual([201, hiredMail]);
    expect(await previewOf(two)).toEqual({ hired: 1, fills: 1 });
    const counts = { job_id: id, hired: 1, waiting: 2 };
    expect((await as('GET', '/api/careers/hired')).json()).toContainEqual(counts);
    // Nobody said so: it stays open.
    expect(await hireAs(three, { hired: 1 })).toEqual([201, hiredMail]);
    expect([(await jobOf(id)).closedOn, await mailed(id)]).toEqual([null, []]);
    await put(id, { openings: 3 });
    const closedMail = `${hiredMail} Job closed. 1 applicant gets an email in 5 minutes.`;
    expect(await hireAs(two, { hired: 2, close_job: 'tell' })).toEqual([201, closedMail]);
    expect((await jobOf(id)).closedOn).toBe('2026-11-25');
    expect((await mailed(id)).map(({ recipient }) => recipient)).toEqual(['FILL4@example.com']);
    const refused = await put(id, { closed: 0 });
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['openings']]);
    expect((await put(id, { closed: 0, openings: 4 })).json().message).toBe('Job reopened.');
    expect((await put(id, { closed: 0 })).json().message).toBe('This job is open.');
  });

  it('of two hires at once for the last opening, the second is asked again', async () => {
    const id = await postJob();
    const both = [
      await applicant(id, 'last1@example.com'),
      await applicant(id, 'last2@example.com'),
    ];
    const asked = { hired: 0, close_job: 'quietly' };
    const replies = await Promise.all(both.map((application) => hireAs(application, asked)));
    expect(replies.map(([status]) => status).sort()).toEqual([201, 409]);
    const late = both[replies.findIndex(([status]) => status === 409)] ?? 0;
    expect(await rowsOf(t, 'users', { username: `hired ${late}` })).toEqual([]);
    expect((await hireAs(late, { close_job: 'tell' }))[0], 'nothing is left to close').toBe(409);
    expect(await previewOf(late)).toEqual({ hired: 1, fills: null });
    expect(await hireAs(late, { hired: 1 })).toEqual([201, hiredMail]);
  });

  test('hires count over repostings and outlive their applications', async () => {
    const id = await postJob({ openings: 2 });
    const early = await applicant(id, 'early@example.com');
    const late = await applicant(id, 'late@example.com');
    const { id: again } = (await as('POST', `/api/careers/${id}/repost`, {})).json();
    expect(await hireAs(early)).toEqual([201, hiredMail]);
    await t.ctx.db.deleteFrom('applications').where('id', '=', early).execute();
    const rows = (await as('GET', '/api/careers/hired')).json();
    expect(rows).toContainEqual({ job_id: again, hired: 1, waiting: 0 });
    // The earlier posting's applicant fills the one that is open.
    expect(await previewOf(late)).toEqual({ hired: 1, fills: 0 });
    const closed = [201, `${hiredMail} Job closed.`];
    expect(await hireAs(late, { hired: 1, close_job: 'tell' })).toEqual(closed);
    expect((await jobOf(again)).closedOn).toBe('2026-11-25');
    expect((await as('POST', `/api/careers/${again}/repost`, {})).statusCode).toBe(400);
  });

  test('applicants of a job that ends by its date, a repost or deletion are told if asked', async () => {
    const one = 'Job deleted successfully! 1 applicant gets an email in 5 minutes.';
    const ended = await postJob({ validThrough: '2026-11-24' });
    await applicant(await postJob(), 'stranger@example.com');
    const waiting = async (email: string, job: number) => {
      clock = start;
      await applicant(job, email);
    };
    await changeRows(t, 'jobs', { id: ended }, { valid_through: null });
    await waiting('ended@example.com', ended);
    await changeRows(t, 'jobs', { id: ended }, { valid_through: '2026-11-24' });
    expect((await put(ended, { closed: 1, notify: 1 })).json().message).toBe(
      'This job was closed before. 1 applicant gets an email in 5 minutes.',
    );
    const reposted = await postJob();
    await waiting('reposted@example.com', reposted);
    const repost = await as('POST', `/api/careers/${reposted}/repost`, { notify: 1 });
    expect(repost.json().message).toBe('Job reposted. 1 applicant gets an email in 5 minutes.');
    const deleted = await postJob();
    await waiting('deleted@example.com', deleted);
    const { message } = (await as('DELETE', `/api/careers/${deleted}?notify=1`)).json();
    expect(message).toBe(one);
    for (const id of [ended, reposted, deleted]) expect(await mailed(id)).toHaveLength(1);
    clock = '2026-11-25T18:06:00Z';
    const sent: string[] = [];
    await mailTask({ ...t.ctx, reasons: mailReasons }, async ({ recipient }) => {
      sent.push(recipient);
    }).run();
    expect(sent).toEqual(expect.arrayContaining(['ended@example.com', 'deleted@example.com']));
  });

  test('a deleted job takes no applications; one that never was is left out', async () => {
    const id = await postJob();
    await as('DELETE', `/api/careers/${id}`);
    const gone = await as('GET', `/api/careers/${id}`);
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'job_deleted']);
    expect((await as('GET', '/api/careers/99999')).json().code).toBe('not_found');
    const late = await apply({ ...whole, job_id: id });
    expect([late.status, late.body.code]).toEqual([409, 'job_closed']);
    expect((await apply({ ...whole, job_id: 99_999 })).status).toBe(201);
  });

  it('an application and the closing of its job at once: stored and told, or refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const id = await postJob();
      const email = `race${round}@example.com`;
      const sending = apply({ ...whole, email, job_id: id });
      const [sent] = await Promise.all([sending, put(id, { closed: 1 })]);
      expect(await mailed(id)).toHaveLength(sent.status === 201 ? 1 : 0);
    }
  });

  it('a repost has the date of today, and the earlier posting keeps its own and closes', async () => {
    const values = { datePosted: '2026-09-01', validThrough: '2026-11-01', openings: 3 };
    const id = await postJob(values);
    const [one, other] = await Promise.all(
      [1, 2].map(() => as('POST', `/api/careers/${id}/repost`, { version: 1 })),
    );
    expect([one?.statusCode, other?.statusCode].sort()).toEqual([201, 409]);
    const made = [one, other].find((reply) => reply?.statusCode === 201)?.json();
    const reposted = { datePosted: '2026-11-25', validThrough: null, closedOn: null, openings: 3 };
    expect(await jobOf(made.id)).toMatchObject(reposted);
    expect(await jobOf(id)).toMatchObject({ datePosted: '2026-09-01', closedOn: '2026-11-01' });

    const open = await postJob({ datePosted: '2026-09-01', validThrough: '2026-12-24' });
    await applicant(open, 'patient@example.com');
    const again = await as('POST', `/api/careers/${open}/repost`, {});
    expect(await jobOf(again.json().id)).toMatchObject({ validThrough: '2026-12-24' });
    expect(await jobOf(open)).toMatchObject({ closedOn: '2026-11-25', datePosted: '2026-09-01' });
    expect(await mailed(open)).toEqual([]);
  });
});
