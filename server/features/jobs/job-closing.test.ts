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
import { systemActor, writeTransaction } from '../../platform/writes/writes.ts';
import { closeFilledJob } from './jobs.service.ts';

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
  const fill = (jobId: number) =>
    writeTransaction(t.ctx, systemActor, (write) => closeFilledJob(t.ctx, write, jobId));

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
    expect(mails).toEqual([
      ['new@example.com', at],
      ['offer@example.com', at],
    ]);

    // Reopened at once, nobody is told, and closed again everybody is.
    clock = '2026-11-25T18:04:00Z';
    await put(id, { closed: 0 });
    expect(await mailed(id)).toEqual([]);
    await put(id, { closed: 1 });
    expect(await mailed(id)).toHaveLength(2);

    // Later only those who weren't told.
    clock = '2026-11-26T18:00:00Z';
    await put(id, { closed: 0 });
    await applicant(id, 'later@example.com');
    await put(id, { closed: 1 });
    expect(await mailed(id)).toHaveLength(3);
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

  test('a job closes when its openings are filled, and stays closed until it has more', async () => {
    const id = await postJob({ openings: 2 });
    await applicant(id, 'first@example.com', 'hired');
    await fill(id);
    expect((await as('GET', '/api/careers/hired')).json()).toContainEqual({ job_id: id, hired: 1 });
    expect((await jobOf(id)).closedOn).toBeNull();
    await applicant(id, 'second@example.com', 'hired');
    await applicant(id, 'third@example.com');
    await fill(id);
    await fill(id);
    expect((await jobOf(id)).closedOn).toBe('2026-11-25');
    expect((await mailed(id)).map(({ recipient }) => recipient)).toEqual(['third@example.com']);
    const refused = await put(id, { closed: 0 });
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, ['openings']]);
    expect((await put(id, { closed: 0, openings: 3 })).statusCode).toBe(200);
    // Fewer openings than hires close it again.
    await put(id, { openings: 2 });
    expect((await jobOf(id)).closedOn).toBe('2026-11-25');
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
