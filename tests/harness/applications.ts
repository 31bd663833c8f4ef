/** Sends and reads applications as a visitor and an admin do. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Application } from '#contract/applications.ts';
import type { TestApp } from './app.ts';
import { multipartOf } from './multipart.ts';

/** Everything that is required. */
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

/** The calls of one test app; `running` is asked at each call, so that it may start later. */
export function applicationsOf(running: () => TestApp) {
  async function post(body: Record<string, unknown>, key?: string) {
    const headers = key ? { 'idempotency-key': key } : {};
    const answer = await running().app.inject({
      method: 'POST',
      url: '/api/application',
      headers,
      payload: body,
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  async function postForm(body: Record<string, unknown>, resume: Buffer | null, key?: string) {
    const parts = Object.entries(body).map(([name, value]) => ({
      name,
      value: typeof value === 'string' ? value : JSON.stringify(value),
    }));
    const file = { name: 'resume', value: resume ?? '', filename: 'Anna, CV; Näf.pdf' };
    const { payload, headers } = multipartOf(resume ? [...parts, file] : parts);
    const answer = await running().app.inject({
      method: 'POST',
      url: '/api/application',
      headers: { ...headers, ...(key && { 'idempotency-key': key }) },
      payload,
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  async function list(query = '') {
    const answer = await running().app.inject({
      url: `/api/applications${query}`,
      headers: running().admin.headers,
    });
    expect(answer.statusCode).toBe(200);
    return { rows: answer.json<Application[]>(), next: answer.headers['x-next-before'] };
  }

  async function one(id: number): Promise<Application | undefined> {
    return (await list()).rows.find((row) => row.id === id);
  }

  async function kept(): Promise<string[]> {
    const folder = join(running().ground.config.dataDir, 'files', 'resumes');
    const names = await readdir(folder).catch(() => []);
    expect(await readdir(join(running().ground.config.dataDir, 'tmp'))).toEqual([]);
    return names.map((name) => `resumes/${name}`);
  }

  return { post, postForm, list, one, kept };
}
