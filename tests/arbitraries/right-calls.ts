import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { TestApp } from '../harness/app.ts';
import { employeeOf } from '../harness/employees.ts';
import { rightChatCalls } from './right-chat-calls.ts';
import { type RightCall, rightDocumentCalls } from './right-document-calls.ts';
import { rightShopCalls } from './right-shop-calls.ts';
import { rightSpotlightCalls } from './right-spotlight-calls.ts';
import { rightTestimonialCalls } from './right-testimonial-calls.ts';

/** A call of each endpoint that is right but for the caller, so that access alone decides. */
export const rightCalls: Record<string, RightCall> = {
  ...rightDocumentCalls,
  ...rightChatCalls,
  ...rightShopCalls,
  ...rightSpotlightCalls,
  ...rightTestimonialCalls,
  login: (t) => ({ payload: { username: t.employee.username, password: t.employee.password } }),
  logout: () => ({}),
  signup: () => ({
    payload: {
      username: `u ${randomUUID()}`,
      user_email: `${randomUUID()}@example.com`,
      user_password: 'twelve wheels',
    },
  }),
  currentUser: () => ({}),
  listJobs: () => ({}),
  getJob: async (t) => ({ url: `/api/careers/${await makeJob(t)}` }),
  createJob: () => ({ payload: job }),
  updateJob: async (t) => ({
    url: `/api/careers/${await makeJob(t)}`,
    payload: { position: 'Dispatcher' },
  }),
  deleteJob: async (t) => ({ url: `/api/careers/${await makeJob(t)}` }),
  sendInquiry: () => ({ payload: inquiry }),
  listInquiries: () => ({}),
  updateInquiry: async (t) => ({
    url: `/api/inquiries/${await makeInquiry(t)}`,
    payload: { note: 'Called.' },
  }),
  sendApplication: () => ({ payload: application }),
  listApplications: () => ({}),
  deleteApplication: async (t) => ({ url: `/api/application/${await makeApplication(t)}` }),
  // A key that nobody has: allowed callers are told 404, others 401.
  presignSettlement: () => ({ query: { path: `resumes/${randomUUID()}.pdf` } }),
  listUsers: () => ({}),
  createUser: () => ({ payload: account() }),
  updateUser: async (t) => ({
    url: `/api/users/${await makeUser(t)}`,
    payload: { phone_number: '815-555-0142' },
  }),
  closeUser: async (t) => ({ url: `/api/users/${await makeUser(t)}` }),
  listEmployees: () => ({}),
  // Whoever calls is not linked: the allowed are told so with 404.
  ownEmployee: () => ({}),
  createEmployee: async (t) => ({ payload: { user_id: await makeUser(t), first_name: 'Rosa' } }),
  updateEmployee: async (t) => ({
    url: `/api/employees/${await employeeOf(t, Number(await makeUser(t)))}`,
    payload: { pto_hours: 8.25 },
  }),
  // The old password is not right: the allowed are told so with 400.
  changePassword: () => ({
    payload: { old_password: 'not this one', new_password: 'twelve wheels' },
  }),
  makeResetLink: async (t) => ({ url: `/api/users/${await makeUser(t)}/reset-link` }),
  resetPassword: async (t) => ({
    url: `/api/reset/${await makeCode(t)}`,
    payload: { password: 'twelve wheels' },
  }),
  listNotifications: () => ({}),
  sendNotification: () => ({ payload: { message: 'The yard is closed.' } }),
  sendEmail: () => ({ payload: { subject: 'Closed', message: 'The yard is closed.' } }),
  // A notice that is nobody's: the allowed are told 404, others 401.
  markAsRead: () => ({ payload: { notification_id: 2_000_000_000 } }),
  badges: () => ({}),
  seeApplications: () => ({}),
  listAudit: () => ({}),
  listLedger: () => ({}),
  listDamages: () => ({}),
  createDamage: async (t) => ({ payload: await damageOf(t) }),
  updateDamage: async (t) => ({
    url: `/api/damages/${await makeDamage(t)}`,
    payload: { damage_amount: 12.5 },
  }),
  deleteDamage: async (t) => ({ url: `/api/damages/${await makeDamage(t)}` }),
};

const job = {
  position: 'Dispatcher',
  location: 'Joliet, IL',
  department: 'Operations',
  datePosted: '2026-11-02',
  companyInformation: 'x',
  roleInformation: 'x',
  jobResponsibilities: 'x',
  skills: 'x',
  companyCulture: 'x',
};
const inquiry = {
  company_name: 'Prairie Auto Auction',
  contact_person: 'Dana Poole',
  email_address: 'dana@example.com',
  vehicle_type: 'car',
  vehicle_condition: 'used',
  pickup_location: 'Joliet, IL',
  delivery_location: 'Omaha, NE',
};
const application = {
  first_name: 'Sam',
  middle_initial: 'N/A',
  last_name: 'Reyes',
  phone: '815-555-0199',
  email: 'sam@example.com',
  street_address: '1 Main St',
  city: 'Joliet',
  state: 'IL',
  gender: 'Decline',
  race: 'Decline to self-identify',
};

async function make(t: TestApp, url: string, payload: object): Promise<Record<string, unknown>> {
  const answer = await t.app.inject({ method: 'POST', url, payload, headers: t.admin.headers });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const account = () => ({
  username: `u ${randomUUID()}`,
  user_email: `${randomUUID()}@example.com`,
  password: 'twelve wheels',
});
const makeUser = async (t: TestApp) => (await make(t, '/api/users', account())).user_id;
async function makeCode(t: TestApp): Promise<string | undefined> {
  const { url } = await make(t, `/api/users/${await makeUser(t)}/reset-link`, {});
  return String(url).split('/').at(-1);
}
async function damageOf(t: TestApp): Promise<object> {
  return {
    employee_id: await employeeOf(t, t.employee.userId),
    driver_name: 'Emil Novotny',
    damage_date: '2026-10-05',
    damage_amount: 0.3,
    damage_description: 'A scratched door.',
  };
}
const makeDamage = async (t: TestApp) =>
  (await make(t, '/api/damages', await damageOf(t))).damage_id;
const makeJob = async (t: TestApp) => (await make(t, '/api/careers', job)).id;
const makeApplication = async (t: TestApp) => (await make(t, '/api/application', application)).id;
async function makeInquiry(t: TestApp): Promise<number> {
  await make(t, '/api/inquiry', inquiry);
  const list = await t.app.inject({ url: '/api/inquiries', headers: t.admin.headers });
  return list.json()[0].id;
}
