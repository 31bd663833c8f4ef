import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { isCalendarDate } from '#contract/dates.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { setHours } from '#server/features/hours/hours.service.ts';
import { fullDocumentCalls } from './arbitraries/full-document-calls.ts';
import { fullChatCalls } from './arbitraries/right-chat-calls.ts';
import type { RightCall } from './arbitraries/right-document-calls.ts';
import { fullShopCalls } from './arbitraries/right-shop-calls.ts';
import { fullSpotlightCalls } from './arbitraries/right-spotlight-calls.ts';
import { fullTestimonialCalls } from './arbitraries/right-testimonial-calls.ts';
import { wires } from './arbitraries/wire.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { onBothDatabases } from './harness/databases.ts';
import { employeeOf } from './harness/employees.ts';
import { multipartOf, pdfOf } from './harness/multipart.ts';

const dates =
  /^(datePosted|pickup_date|delivery_date|cdl_expiration_date|driver_license_expiration|from_date|to_date|hire_date|damage_date)$/;
const instants =
  /^(at|timestamp|readAt|upload_date|uploadDate|(created|updated|uploaded|submitted|expires|delivered|opened|acknowledged|reminded|reacted|invited|written|decided)_at)$/;

/** Every value of the reply with the key that holds it. */
function leaves(value: unknown, key = ''): [key: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap((entry) => leaves(entry, key));
  if (typeof value !== 'object' || value === null) return [[key, value]];
  return Object.entries(value).flatMap(([name, entry]) => leaves(entry, name));
}

const full = {
  sendInquiry: {
    ...wires.sendInquiry?.valid(),
    pickup_date: '2026-03-08',
    delivery_date: '2028-02-29',
    number_of_vehicles: 12,
  },
  sendApplication: {
    ...wires.sendApplication?.valid(),
    cdl_expiration_date: '2027-11-07',
    driver_license_expiration: '2030-01-01',
    has_cdl_license: '1',
    workExperiences: JSON.stringify([
      { company: 'Yard', position: 'Driver', from_date: '2020-02-29', to_date: '2026-01-01' },
      { company: 'Yard', position: 'Driver', from_date: '', is_current: true },
    ]),
    references: JSON.stringify([
      { first_name: 'A', last_name: 'B', phone: '1', email: 'a@example.com' },
    ]),
  },
};

onBothDatabases('replies', (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startApp(engine);
  });
  afterAll(() => t.close());

  const create = (url: string, payload: object) =>
    t.app.inject({ method: 'POST', url, payload, headers: t.admin.headers });
  const jobId = async () =>
    (await create('/api/careers', wires.createJob?.valid() ?? {})).json().id;

  async function apply(): Promise<{ id: number; resume_path: string }> {
    const job_id = String(await jobId());
    const fields = Object.entries({ ...full.sendApplication, job_id });
    const parts = fields.map(([name, value]) => ({ name, value: String(value) }));
    const resume = { name: 'resume', value: pdfOf(), filename: 'My resume.pdf' };
    const body = multipartOf([...parts, resume]);
    const sent = await t.app.inject({ method: 'POST', url: '/api/application', ...body });
    const { id } = sent.json();
    const list = await t.app.inject({ url: '/api/applications', headers: t.admin.headers });
    return list.json().find((entry: { id: number }) => entry.id === id);
  }

  const noticeId = async () =>
    (await create('/api/send-notification', wires.sendNotification?.valid() ?? {})).json()
      .notification_id;

  async function inquiryId(): Promise<number> {
    await create('/api/inquiry', full.sendInquiry);
    const list = await t.app.inject({ url: '/api/inquiries', headers: t.admin.headers });
    return list.json()[0].id;
  }

  const userId = async (): Promise<number> =>
    (await create('/api/users', wires.createUser?.valid() ?? {})).json().user_id;
  const linkedUser = async () => employeeOf(t, await userId());

  async function damageId(): Promise<number> {
    await employeeOf(t, t.employee.userId);
    return (await create('/api/damages', wires.createDamage?.valid() ?? {})).json().damage_id;
  }

  let hundredths = 0;
  async function changeHours(): Promise<void> {
    const employeeId = await employeeOf(t, t.employee.userId);
    hundredths += 125;
    const changes = { pto: hundredths, work: hundredths };
    const by = { userId: t.admin.userId, ip: '' };
    const edit = { employeeId, changes, reason: 'A year more.', by, now: new Date() };
    await t.ground.db.transaction().execute((tx) => setHours(tx, edit));
  }

  const after = async (work: Promise<unknown>) => {
    await work;
    return {};
  };

  /** What each call needs to succeed with as much in its reply as there can be. */
  const calls: Record<string, RightCall> = {
    ...fullDocumentCalls,
    ...fullChatCalls,
    ...fullTestimonialCalls,
    ...fullShopCalls,
    ...fullSpotlightCalls,
    login: async () => ({ payload: { username: 'emil', password: t.employee.password } }),
    signup: async () => ({ payload: wires.signup?.valid() }),
    currentUser: async () => ({}),
    listJobs: () => after(jobId()),
    getJob: async () => ({ url: `/api/careers/${await jobId()}` }),
    createJob: async () => ({ payload: wires.createJob?.valid() }),
    updateJob: async () => ({
      url: `/api/careers/${await jobId()}`,
      payload: { position: 'Other' },
    }),
    deleteJob: async () => ({ url: `/api/careers/${await jobId()}` }),
    sendInquiry: async () => ({ payload: full.sendInquiry }),
    listInquiries: () => after(inquiryId()),
    updateInquiry: async () => ({
      url: `/api/inquiries/${await inquiryId()}`,
      payload: { status: 'won' },
    }),
    sendApplication: async () => ({ payload: full.sendApplication }),
    listApplications: () => after(apply()),
    deleteApplication: async () => ({ url: `/api/application/${(await apply()).id}` }),
    presignSettlement: async () => ({ query: { path: (await apply()).resume_path } }),
    listUsers: () => after(linkedUser()),
    createUser: async () => ({ payload: wires.createUser?.valid() }),
    updateUser: async () => ({
      url: `/api/users/${await userId()}`,
      payload: { phone_number: '815-555-0143' },
    }),
    closeUser: async () => ({ url: `/api/users/${await userId()}` }),
    listEmployees: () => after(linkedUser()),
    ownEmployee: () => after(employeeOf(t, t.admin.userId)),
    createEmployee: async () => ({
      payload: { ...wires.createEmployee?.valid(), user_id: await userId() },
    }),
    updateEmployee: async () => ({
      url: `/api/employees/${await employeeOf(t, await userId())}`,
      payload: { pto_hours: 8.25 },
    }),
    changePassword: async () => {
      const person = await t.person(`p ${randomUUID()}`, 'employee');
      const payload = { old_password: person.password, new_password: 'twelve wheels' };
      return { payload, headers: person.headers };
    },
    makeResetLink: async () => ({ url: `/api/users/${await userId()}/reset-link` }),
    resetPassword: async () => {
      const { url } = (await create(`/api/users/${await userId()}/reset-link`, {})).json();
      return {
        url: `/api/reset/${url.split('/').at(-1)}`,
        payload: { password: 'twelve wheels' },
      };
    },
    listAudit: () => after(userId()),
    listLedger: () => after(changeHours()),
    listDamages: () => after(damageId()),
    createDamage: async () => {
      await employeeOf(t, t.employee.userId);
      return { payload: wires.createDamage?.valid() };
    },
    updateDamage: async () => ({
      url: `/api/damages/${await damageId()}`,
      payload: { damage_amount: 12.5 },
    }),
    deleteDamage: async () => ({ url: `/api/damages/${await damageId()}` }),
    listNotifications: () => after(noticeId()),
    sendNotification: async () => ({ payload: wires.sendNotification?.valid() }),
    sendEmail: async () => ({ payload: wires.sendEmail?.valid() }),
    markAsRead: async () => ({ payload: { notification_id: await noticeId() } }),
    badges: async () => ({}),
  };

  const replying = endpoints.filter((endpoint) => endpoint.reply);

  test('every reply is looked at', () => {
    expect(Object.keys(calls).sort()).toEqual(replying.map((endpoint) => endpoint.name).sort());
  });

  async function reply(endpoint: Endpoint): Promise<unknown> {
    const call = await calls[endpoint.name]?.(t);
    const answer = await t.app.inject({
      method: endpoint.method,
      url: endpoint.path,
      ...call,
      headers: { ...t.admin.headers, ...call?.headers },
    });
    expect(answer.statusCode, answer.body).toBe(endpoint.status);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    return answer.json();
  }

  function isAsPromised(endpoint: Endpoint, body: unknown): void {
    const parsed = z.safeParse(endpoint.reply as z.ZodMiniType, body);
    expect(parsed.error?.issues ?? []).toEqual([]);
    // What the schema does not know, parsing has left out.
    expect(body).toEqual(parsed.data);
    for (const [key, value] of leaves(body)) {
      if (value === null) continue;
      if (dates.test(key)) expect(value, key).toSatisfy(isCalendarDate);
      if (instants.test(key)) {
        expect(value, key).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/);
      }
      if (/^(id|(?!target_).*_id|version)$/.test(key))
        expect(value, key).toSatisfy(Number.isInteger);
    }
  }

  test.each(replying.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s answers what the contract promises, no key more',
    async (_name, endpoint) => {
      const body = await reply(endpoint);
      isAsPromised(endpoint, body);
      if (Array.isArray(body)) expect(body.length).toBeGreaterThan(0);
    },
  );

  test.each(
    endpoints
      .filter((endpoint) => endpoint.paged)
      .map((endpoint) => [endpoint.name, endpoint] as const),
  )('%s answers the same records in pages', async (_name, endpoint) => {
    isAsPromised(endpoint, await reply(endpoint));
    await reply(endpoint);
    const headers = t.admin.headers;
    const { url = endpoint.path, query: asked = {} } = (await calls[endpoint.name]?.(t)) ?? {};
    const pageOf = (query: object) =>
      t.app.inject({ url, query: { ...(asked as object), ...query }, headers });
    const whole = (await pageOf({ limit: '500' })).json();
    const gathered: unknown[] = [];
    for (let next: string | undefined = ''; next !== undefined; ) {
      const page = await pageOf({ limit: '1', ...(next && { before: next }) });
      isAsPromised(endpoint, page.json());
      gathered.push(...page.json());
      next = page.headers['x-next-before'] as string | undefined;
    }
    // The pages go back in time; a conversation is read forward.
    if (endpoint.name === 'listMessages') gathered.reverse();
    expect(gathered).toEqual(whole);
  });
});
