import { afterEach, expect, test } from 'vitest';
import { type Conversation, sendMessageInput } from '#contract/chat.ts';
import { startApp, type TestApp } from '../../tests/harness/app.ts';
import { chatsOf } from '../../tests/harness/chats.ts';
import { onBothDatabases } from '../../tests/harness/databases.ts';
import { login } from '../features/session/session.service.ts';
import { sampleMessages } from './chats.ts';
import { samplePeople } from './people.ts';
import { plantSampleCompany } from './plant.ts';

const noon = new Date('2026-03-11T17:00:00Z');
const midnight = new Date('2026-03-11T05:01:00Z');

test('messages pass the same checks as what people send, at any time of the day', () => {
  for (const now of [noon, midnight]) {
    const people = samplePeople(now);
    const messages = sampleMessages(now, people);
    const roles = new Map(people.map(({ username, role }) => [username, role]));
    for (const { from, to, content, clientId, at, readAt } of messages) {
      expect(new Set([roles.get(from), roles.get(to)])).toEqual(new Set(['admin', 'employee']));
      const sent = { receiverId: 1, content, clientId };
      expect(sendMessageInput.parse(sent)).toEqual(sent);
      expect(at < now.toISOString()).toBe(true);
      expect(readAt === null || (at < readAt && readAt < now.toISOString())).toBe(true);
    }
    expect(messages.map(({ at }) => at)).toEqual(messages.map(({ at }) => at).toSorted());
    const staff = messages.flatMap(({ from, to }) => [from, to]);
    expect(new Set(staff.filter((name) => roles.get(name) === 'employee')).size).toBeGreaterThan(9);
    expect(new Set(staff.filter((name) => roles.get(name) === 'admin')).size).toBe(3);
    // Each talk reads on, whenever it is planted.
    const of = (one: string, other: string) =>
      messages.filter(({ from, to }) => new Set([from, to, one, other]).size === 2);
    expect(of('ron.kestrel', 'chong.vang').map(({ from }) => from.split('.')[0])).toEqual([
      ...['chong', 'ron', 'chong', 'ron', 'chong'],
    ]);
  }
});

onBothDatabases('the talks of the sample company', (engine) => {
  let t: TestApp | null = null;
  afterEach(async () => {
    await t?.close();
    t = null;
  });

  test('have what is unread for who is shown, a photo, and who answered whom', async () => {
    const running = await startApp(engine, { now: () => noon });
    t = running;
    const lines = await plantSampleCompany(running.ground);
    const { conversations, search } = chatsOf(() => running);
    const people = await Promise.all(
      lines.map(async (line) => {
        const [, role, username = '', password = ''] = /^(\w+): (\S+) \/ (\S+)$/.exec(line) ?? [];
        const { token } = await login(running.ground, { username, password, ip: '127.0.0.1' });
        const headers = { authorization: `Bearer ${token}` };
        return [role, { userId: 0, username, password, token, headers }] as const;
      }),
    );
    const { admin, employee } = Object.fromEntries(people);
    if (!admin || !employee) throw new Error('nobody is shown');
    const unread = (rows: Conversation[]) => rows.reduce((sum, row) => sum + row.unreadCount, 0);
    const [ofAdmin, ofDriver] = [await conversations(admin), await conversations(employee)];
    expect([unread(ofAdmin.rows), unread(ofDriver.rows)]).toEqual([3, 2]);
    expect(ofDriver.rows).toHaveLength(3);
    const answeredByOthers = ofAdmin.rows.filter(({ lastMessage }) => lastMessage === null);
    expect(answeredByOthers.length).toBeGreaterThan(4);
    const [photo] = (await search(admin, 'dent camry')).rows;
    expect(photo?.attachment).toMatchObject({ kind: 'jpeg', width: 960, height: 640 });
    const url = `/api/settlements/presigned-get?path=${photo?.attachment?.key}`;
    const signed = await running.app.inject({ url, headers: employee.headers });
    const opened = await running.app.inject(signed.json().url);
    expect(opened.headers['content-type']).toBe('image/jpeg');
  });
});
