import { beforeEach, expect, it, vi } from 'vitest';
import { listApplications } from '#contract/applications.ts';
import { listJobs } from '#contract/jobs.ts';
import { general } from '#contract/messages/general.ts';
import { login } from '#contract/session.ts';
import { stubStorage } from '#tests/harness/stub-storage.ts';

type Sent = { url: string; init: RequestInit & { headers: Record<string, string> } };

const sent: Sent[] = [];
const events: string[] = [];
let response: () => Promise<Response>;

/** The client of a freshly loaded page. */
async function freshPage() {
  vi.resetModules();
  return import('./api.ts');
}

beforeEach(() => {
  sent.length = 0;
  events.length = 0;
  response = async () => Response.json([]);
  stubStorage('localStorage').set('token', 'abc');
  stubStorage('sessionStorage');
  vi.stubGlobal('dispatchEvent', ({ type }: Event) => events.push(type));
  vi.stubGlobal('fetch', (url: string, init: Sent['init']) => {
    sent.push({ url, init });
    return response();
  });
});

it('sends the token on every call but public ones (G1)', async () => {
  const { call } = await freshPage();
  await call(listApplications, { query: { limit: '5', before: undefined } });
  await call(listJobs);
  expect(sent.map(({ url }) => url)).toEqual(['/api/applications?limit=5', '/api/careers']);
  expect(sent[0]?.init.headers.Authorization).toBe('Bearer abc');
  expect(sent[1]?.init.headers.Authorization).toBeUndefined();
});

it('ends the session once for several 401s (G3)', async () => {
  response = async () => Response.json({ error: 'x' }, { status: 401 });
  const { call } = await freshPage();
  const results = await Promise.allSettled([call(listApplications), call(listApplications)]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(localStorage.getItem('token')).toBeNull();
  expect(events).toEqual(['headrack:session']);
  expect(sessionStorage.getItem('headrack.alerts')).toContain(general.sessionExpired);
});

it('notes why the session ended, whichever call learned of it', async () => {
  response = async () => Response.json({ error: 'x', code: 'account_closed' }, { status: 401 });
  const { call } = await freshPage();
  const { sessionEnd } = await import('../session/session.ts');
  await expect(call(listApplications)).rejects.toMatchObject({ status: 401 });
  expect(localStorage.getItem('token')).toBeNull();
  expect(sessionEnd()).toBe('account_closed');
});

it('keeps the session after a failed login, and after a 401 for an older token', async () => {
  const { call } = await freshPage();
  response = async () => Response.json({ error: 'Invalid credentials' }, { status: 401 });
  await expect(call(login, { body: { username: 'a', password: 'b' } })).rejects.toMatchObject({
    name: 'CallError',
    status: 401,
  });
  response = async () => {
    localStorage.setItem('token', 'newer');
    return Response.json({ error: 'x' }, { status: 401 });
  };
  await expect(call(listApplications)).rejects.toMatchObject({ status: 401 });
  expect(localStorage.getItem('token')).toBe('newer');
});

it('keeps the session while its token is being replaced', async () => {
  response = async () => Response.json({ error: 'x' }, { status: 401 });
  const { call, renewToken } = await freshPage();
  const reply = Promise.withResolvers<{ token: string }>();
  const renewal = renewToken(reply.promise);
  await expect(call(listApplications)).rejects.toMatchObject({ status: 401 });
  reply.resolve({ token: 'newer' });
  await renewal;
  await Promise.resolve();
  expect(localStorage.getItem('token')).toBe('newer');
  await expect(renewToken(Promise.reject(new Error('not right')))).rejects.toThrow('not right');
  await expect(call(listApplications)).rejects.toMatchObject({ status: 401 });
  expect(localStorage.getItem('token')).toBeNull();
});

it('returns a page of a list with the cursor of the next', async () => {
  const { callPage } = await freshPage();
  response = async () => Response.json([1], { headers: { 'X-Next-Before': 'c2' } });
  expect(await callPage(listApplications)).toEqual({ rows: [1], next: 'c2' });
  response = async () => Response.json([]);
  expect(await callPage(listApplications)).toEqual({ rows: [], next: null });
});

it("returns the server's message, or null without one (G2)", async () => {
  const { call, failureCause, serverMessage } = await freshPage();
  response = async () => Response.json({ error: 'Busy.' }, { status: 503 });
  expect(serverMessage(await call(listJobs).catch((error: unknown) => error))).toBe('Busy.');
  response = async () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  const unexplained = await call(listJobs).catch((error: unknown) => error);
  expect(unexplained).toMatchObject({ status: 502 });
  expect(serverMessage(unexplained)).toBeNull();
  expect(failureCause(unexplained)).toBe('The server had a problem. Try again in a minute.');
  response = () => Promise.reject(new TypeError('Failed to fetch'));
  const offline = await call(listJobs).catch((error: unknown) => error);
  expect(offline).toMatchObject({ status: 0, body: { error: general.unreachable } });
  expect(serverMessage(offline)).toBeNull();
  expect(failureCause(offline)).toBe(general.unreachable);
});

it('rejects a 200 with the page of a captive portal', async () => {
  const { call } = await freshPage();
  response = async () => new Response('<h1>Sign in to the Wi-Fi</h1>', { status: 200 });
  await expect(call(listJobs)).rejects.toMatchObject({ body: { error: general.serverProblem } });
});
