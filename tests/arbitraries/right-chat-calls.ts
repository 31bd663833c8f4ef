import { randomUUID } from 'node:crypto';
import type { TestApp, TestPerson } from '../harness/app.ts';
import { formOf } from '../harness/documents.ts';
import { subscriptionOf, writeFrom } from '../harness/messages.ts';
import type { RightCall } from './right-document-calls.ts';

/** The part of the chat and of notices in `rightCalls`; whoever calls may write to the admin. */
export const rightChatCalls: Record<string, RightCall> = {
  listConversations: () => ({}),
  unreadMessages: () => ({}),
  unreadTotal: () => ({}),
  searchMessages: () => ({ query: { q: 'load' } }),
  markRead: (t) => ({ payload: { senderId: t.admin.userId } }),
  listMessages: (t) => ({ url: `/api/messages/${t.admin.userId}` }),
  sendAttachment: (t) => ({
    url: `/api/messages/${t.admin.userId}/files`,
    ...formOf({ clientId: randomUUID() }),
  }),
  pushKey: () => ({}),
  subscribePush: () => ({ payload: subscriptionOf() }),
  unsubscribePush: () => ({ payload: { endpoint: subscriptionOf().endpoint } }),
};

/** Another employee writes to the admin, who answers one of them with a file. */
async function talk(t: TestApp): Promise<TestPerson> {
  const driver = await t.person(`driver-${randomUUID()}`, 'employee');
  await writeFrom(t, driver, t.admin, 'A load of four', { clientId: randomUUID() });
  const { payload, headers } = formOf({ clientId: randomUUID(), content: 'The load sheet' });
  const url = `/api/messages/${driver.userId}/files`;
  const sent = await t.app.inject({
    method: 'POST',
    url,
    payload,
    headers: { ...t.admin.headers, ...headers },
  });
  if (sent.statusCode !== 201) throw new Error(sent.body);
  await t.app.inject({
    method: 'POST',
    url: '/api/messages/mark-read',
    payload: { senderId: t.admin.userId },
    headers: driver.headers,
  });
  return driver;
}

const after =
  (work: (t: TestApp) => Promise<unknown>, call: Awaited<ReturnType<RightCall>> = {}): RightCall =>
  async (t) => {
    await work(t);
    return call;
  };

/** What each call of the chat needs to succeed with as much in its reply as there can be. */
export const fullChatCalls: Record<string, RightCall> = {
  ...rightChatCalls,
  listConversations: after(talk),
  unreadMessages: after(talk),
  searchMessages: after(talk, { query: { q: 'load' } }),
  listMessages: async (t) => {
    const driver = await talk(t);
    await writeFrom(t, driver, t.admin);
    return { url: `/api/messages/${driver.userId}` };
  },
  sendAttachment: (t) => ({
    url: `/api/messages/${t.employee.userId}/files`,
    ...formOf({ clientId: randomUUID(), content: 'The sheet' }),
  }),
};
