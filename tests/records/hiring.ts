/** Applications as visitors send them, and as their senders follow them by the links in the mails. */
import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Application } from '#contract/applications.ts';
import { type Preparation, send } from '../fixtures/requests.ts';
import type { TestApp } from '../harness/app.ts';
import { formBody, type Multipart } from '../harness/multipart.ts';
import { codeOf } from '../harness/testimonials.ts';
import { read, rowsOf } from './stored.ts';
import { mailsOf } from './traces.ts';

type Fields = Record<string, unknown>;

/** All required fields. */
export const whole: Fields = {
  ...{ first_name: 'Anna', middle_initial: 'N/A', last_name: 'Näf', phone: '555 0100' },
  ...{ email: 'anna@example.com', street_address: '1 Main Street', city: 'Austin', state: 'TX' },
  ...{ gender: 'Decline', race: 'Two or more races' },
};
export const experience = { company: 'Blue Line', position: 'Driver', from_date: '2019-02-28' };
export const reference = {
  ...{ first_name: 'Rob', last_name: 'Lee', phone: '1', email: 'rob@example.com' },
};

/** A multipart body with a resume, unless it is null. */
export function applicationForm(fields: Fields, resume: Buffer | null): Multipart {
  const file = resume && { name: 'resume', value: resume, filename: 'Anna, CV; Näf.pdf' };
  return formBody(fields, file);
}

/** Sends an application of these fields or this form; returns the status and the reply. */
export async function apply(
  t: TestApp,
  body: Fields | Multipart,
  key?: string,
  more: Record<string, string> = {},
) {
  const headers = { ...(key && { 'idempotency-key': key }), ...more };
  const response = await send(t, 'POST', '/api/application', null, body, headers);
  return { status: response.statusCode, body: response.json() };
}

/** The applications as an admin lists them, newest first. */
export const listApplications = (t: TestApp, query = ''): Promise<Application[]> =>
  read(t, `/api/applications${query}`);

/** One application as an admin lists it. */
export async function applicationOf(t: TestApp, id: number): Promise<Application> {
  const found = (await listApplications(t)).find((row) => row.id === id);
  if (!found) throw new Error(`application ${id} is not listed`);
  return found;
}

/** The keys of the stored resumes; expects that no upload is left half done. */
export async function storedResumes({ ctx }: TestApp): Promise<string[]> {
  const { dataDir } = ctx.config;
  expect(await readdir(join(dataDir, 'tmp'))).toEqual([]);
  const names = await readdir(join(dataDir, 'files', 'resumes')).catch(() => []);
  return names.map((name) => `resumes/${name}`);
}

/** A new application; returns its id and the code of its status link. */
export async function applied(t: TestApp, given: Fields = {}) {
  const fields = { ...whole, email: `${randomUUID()}@example.com`, ...given };
  const { status, body } = await apply(t, fields);
  expect(status, JSON.stringify(body)).toBe(201);
  const url = String(body.status_url);
  return { id: Number(body.id), url, code: codeOf(url), email: fields.email };
}

/** A document that the applicant added after sending, without bytes; returns its key. */
export async function addApplicationDocument({ ctx }: TestApp, application_id: number) {
  const object_key = `resumes/${randomUUID()}.pdf`;
  const created_at = ctx.now().toISOString();
  const file = { kind: 'pdf', media_type: 'application/pdf', size: 1, sha256: 'a'.repeat(64) };
  const object = { key: object_key, ...file, original_name: 'Medical card.pdf', created_at };
  await ctx.db.insertInto('objects').values(object).execute();
  const document = { application_id, object_key, created_at };
  await ctx.db.insertInto('application_documents').values(document).execute();
  return object_key;
}

/** The code in the newest mail to an address about an unfinished application. */
export async function draftCode(t: TestApp, recipient: string): Promise<string> {
  const [link = ''] = (await mailsOf(t, recipient)).at(-1)?.text.match(/http\S+#draft=\S+/) ?? [];
  return link.split('#draft=').at(-1) ?? '';
}

/** What the short form asks. */
export const started = (given: Fields = {}) => ({
  ...{ first_name: 'Rosa', last_name: "D'Amico", phone: '815-555-0177', has_cdl_license: 1 },
  email: `${randomUUID()}@example.com`,
  ...given,
});

async function newDraft(t: TestApp): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await send(t, 'POST', '/api/application/drafts', null, { email, values: { city: 'Joliet' } });
  return draftCode(t, email);
}

async function startedId(t: TestApp): Promise<number> {
  await send(t, 'POST', '/api/application/started', null, started());
  return (await rowsOf(t, 'application_drafts', {}, 'id')).at(-1)?.id ?? 0;
}

/** The records of these calls, by the path up to their placeholder. */
export const applicantRecords: Record<string, (t: TestApp) => Promise<number | string>> = {
  '/api/application/status': async (t) => (await applied(t)).code,
  '/api/application/drafts': newDraft,
  '/api/applications/started': startedId,
};

export const applicantPreparations: Record<string, (t: TestApp) => Promise<Preparation>> = {
  createApplicationDraft: async () => ({ body: { values: { city: 'Joliet' } } }),
  saveDriverHistory: async () => ({ body: { driver_history: { has_no_accidents: 1 } } }),
};
