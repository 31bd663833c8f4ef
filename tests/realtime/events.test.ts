import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Socket } from 'socket.io-client';
import { expect, test } from 'vitest';
import { sampleBody } from '../fixtures/sample-bodies.ts';
import { chatApp } from '../harness/chats.ts';
import { onBothDatabases } from '../harness/databases.ts';

onBothDatabases('events', (engine) => {
  const chat = chatApp(engine);

  const post = (path: string, payload: object, headers = chat.t.admin.headers) =>
    chat.t.app.inject({ method: 'POST', url: path, payload, headers });

  test('a notification reaches every open page once, after it is stored', async () => {
    const pages = [
      await chat.open(chat.t.employee),
      await chat.open(chat.t.employee),
      await chat.open(chat.t.admin),
    ];
    const received: unknown[][] = pages.map(() => []);
    pages.forEach((socket, index) => {
      socket.on('notification', (payload) => received[index]?.push(payload));
    });
    const key = { 'idempotency-key': randomUUID() };
    const headers = { ...chat.t.admin.headers, ...key };
    const sent = await post('/api/send-notification', { message: 'Ice on I-80' }, headers);
    await post('/api/send-notification', { message: 'Ice on I-80' }, headers);
    await pause(100);
    const { notification_id } = sent.json();
    const date = expect.stringMatching(/Z$/);
    const kind = 'announcement';
    const notification = { notification_id, kind, message: 'Ice on I-80', date, is_read: 0 };
    expect(received).toEqual([[notification], [notification], [notification]]);
  });

  test('sends badge events to the affected pages only', async () => {
    const [admin, employee] = [await chat.open(chat.t.admin), await chat.open(chat.t.employee)];
    const received: Socket[] = [];
    for (const socket of [admin, employee]) socket.on('badges', () => received.push(socket));
    const after = async (work: () => Promise<unknown>) => {
      received.length = 0;
      await work();
      await pause(50);
      return [...received];
    };
    expect(await after(() => post('/api/inquiry', sampleBody('sendInquiry')))).toEqual([admin]);
    expect(await after(() => post('/api/application', sampleBody('sendApplication')))).toEqual([
      admin,
    ]);
    const { notification_id } = (await post('/api/send-notification', { message: 'x' })).json();
    const read = () => post('/api/mark-as-read', { notification_id }, chat.t.employee.headers);
    expect(await after(read)).toEqual([employee]);
    expect(await after(read)).toEqual([]);
  });
});
