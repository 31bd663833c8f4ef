/** Writes records before a restart and checks them afterwards. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { multipartOf, pdfOf, sha256, textParts } from '../harness/multipart.ts';
import { firstAdmin, type RunningServer } from '../harness/server.ts';

export interface Written {
  token: string;
  jobId: number;
  reference: string;
  applicationId: number;
  resume: Buffer;
}

async function call(
  server: RunningServer,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  return fetch(server.url + path, { ...init, signal: AbortSignal.timeout(5_000) });
}

/** Posts JSON and returns the reply. */
export async function post<T>(server: RunningServer, path: string, body: unknown, token = '') {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await call(server, path, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const reply = (await response.json()) as T;
  expect(response.ok, JSON.stringify(reply)).toBe(true);
  return reply;
}

async function get<T>(server: RunningServer, path: string, token: string): Promise<T> {
  const response = await call(server, path, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status, path).toBe(200);
  return (await response.json()) as T;
}

/** Signs in and writes one record of each kind. */
export async function writeAll(server: RunningServer): Promise<Written> {
  const { username, password } = firstAdmin;
  const { token } = await post<{ token: string }>(server, '/api/login', { username, password });
  const { id: jobId } = await post<{ id: number }>(
    server,
    '/api/careers',
    sampleBody('createJob'),
    token,
  );
  const { reference } = await post<{ reference: string }>(
    server,
    '/api/inquiry',
    sampleBody('sendInquiry'),
  );
  const resume = pdfOf(`Resume ${reference}`, 300_000);
  const { payload, headers } = multipartOf([
    ...textParts(sampleBody('sendApplication', { job_id: jobId })),
    { name: 'resume', value: resume, filename: 'Résumé.pdf' },
  ]);
  const sent = await call(server, '/api/application', {
    method: 'POST',
    headers,
    body: new Uint8Array(payload),
  });
  expect(sent.status).toBe(201);
  const { id: applicationId } = (await sent.json()) as { id: number };
  return { token, jobId, reference, applicationId, resume };
}

/** Expects all written records, the exact bytes of the resume, and a valid token. */
export async function expectAll(server: RunningServer, written: Written): Promise<void> {
  const { token, jobId } = written;
  const user = await get<{ username: string }>(server, '/api/user', token);
  expect(user.username).toBe(firstAdmin.username);
  expect(await get(server, `/api/careers/${jobId}`, '')).toMatchObject(sampleBody('createJob'));
  const inquiries = await get<{ reference: string }[]>(server, '/api/inquiries', token);
  expect(inquiries.map(({ reference }) => reference)).toContain(written.reference);
  const applications = await get<{ id: number; resume_path: string; job_id: number }[]>(
    server,
    '/api/applications',
    token,
  );
  const application = applications.find(({ id }) => id === written.applicationId);
  expect(application?.job_id).toBe(jobId);
  const path = encodeURIComponent(application?.resume_path ?? '');
  const { url } = await get<{ url: string }>(
    server,
    `/api/settlements/presigned-get?path=${path}`,
    token,
  );
  const file = await call(
    server,
    new URL(url, server.url).pathname + new URL(url, server.url).search,
  );
  expect(file.status).toBe(200);
  expect(sha256(Buffer.from(await file.arrayBuffer()))).toBe(sha256(written.resume));
}

/** Files below a folder of the data folder. */
export function filesIn(server: { dataDir: string }, folder: string): string[] {
  try {
    return readdirSync(join(server.dataDir, folder), { recursive: true }).map(String).sort();
  } catch {
    return [];
  }
}
