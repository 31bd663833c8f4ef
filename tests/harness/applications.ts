/** Sends applications as a visitor and reads them as an admin. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Application } from '#contract/applications.ts';
import { send } from '../fixtures/requests.ts';
import type { TestApp } from './app.ts';
import { formBody } from './multipart.ts';

/** All required fields. */
export const whole: Record<string, unknown> = {
  first_name: 'Anna',
  middle_initial: 'N/A',
  last_name: 'Näf',
  phone: '555 0100',
  email: 'anna@example.com',
  street_address: '1 Main Street',
  city: 'Austin',
  state: 'TX',
  gender: 'Decline',
  race: 'Two or more races',
};

export const experience = { company: 'Blue Line', position: 'Driver', from_date: '2019-02-28' };
export const reference = {
  first_name: 'Rob',
  last_name: 'Lee',
  phone: '1',
  email: 'rob@example.com',
};

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function applicationsOf(running: () => TestApp) {
  async function sent(body: object, key?: string) {
    const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
    const response = await send(running(), 'POST', '/api/application', null, body, headers);
    return { status: response.statusCode, body: response.json() };
  }

  const post = (body: Record<string, unknown>, key?: string) => sent(body, key);

  function postForm(body: Record<string, unknown>, resume: Buffer | null, key?: string) {
    const file = resume && { name: 'resume', value: resume, filename: 'Anna, CV; Näf.pdf' };
    return sent(formBody(body, file), key);
  }

  async function list(query = '') {
    const { admin } = running();
    const response = await send(running(), 'GET', `/api/applications${query}`, admin);
    expect(response.statusCode).toBe(200);
    return { rows: response.json<Application[]>(), next: response.headers['x-next-before'] };
  }

  async function one(id: number): Promise<Application | undefined> {
    return (await list()).rows.find((row) => row.id === id);
  }

  async function kept(): Promise<string[]> {
    const folder = join(running().ctx.config.dataDir, 'files', 'resumes');
    const names = await readdir(folder).catch(() => []);
    expect(await readdir(join(running().ctx.config.dataDir, 'tmp'))).toEqual([]);
    return names.map((name) => `resumes/${name}`);
  }

  return { post, postForm, list, one, kept };
}
