import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type Channels,
  choosableKinds,
  type NotificationKind,
} from '#contract/notification-kinds.ts';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { type Browser, type PushService, startPushService } from '#tests/harness/push-service.ts';
import { until } from '#tests/harness/until.ts';
import { jsonOf } from '#tests/records/stored.ts';
import { auditOf, mailsOf, messagesTo } from '#tests/records/traces.ts';
import { systemActor, writeTransaction } from '../../platform/writes/writes.ts';
import { type NewNotification, notify } from './notifications.service.ts';

// 23:00 on January 12 and 06:00 on January 13 in Chicago.
const night = new Date('2026-01-13T05:00:00.000Z');
const morning = '2026-01-13T12:00:00.000Z';
const quietHours = { quiet_from: 22 * 60, quiet_to: 6 * 60 };

interface Listener {
  person: TestPerson;
  browser: Browser;
  channels: Channels;
  isQuiet: boolean;
}

describe('notification settings', () => {
  let service: PushService;
  const config = { pushServices: [] as string[] };
  beforeAll(async () => {
    service = await startPushService();
    config.pushServices.push(service.host);
  });
  const t = suiteApp('sqlite', { config, now: () => night });
  afterAll(() => service.close());

  const put = (by: TestPerson, body: object) =>
    send(t, 'PUT', '/api/notifications/settings', by, body);
  const get = async (by: TestPerson) =>
    (await send(t, 'GET', '/api/notifications/settings', by)).json();
  const subscribe = (by: TestPerson, { subscription }: Browser) =>
    send(t, 'POST', '/api/push/subscriptions', by, subscription);
  const emailOf = ({ username }: TestPerson) =>
    `${username.toLowerCase().replace(/\W/g, '')}@example.com`;
  const raise = (notifications: readonly NewNotification[]) =>
    writeTransaction(t.ctx, systemActor, (write) => notify(t.ctx, write, null, notifications));

  test('are the defaults first, differ by role, and change by kind', async () => {
    const person = await t.person('chooser', 'employee');
    const channels = { in_app: 1, push: 1, mail: 0 };
    const others = ['testimonial', 'inquiry', 'application'];
    const kinds = choosableKinds.filter((kind) => !others.includes(kind));
    const before = {
      choices: kinds.map((kind) => ({ kind, ...channels })),
      ...{ quiet_from: null, quiet_to: null, email: emailOf(person), version: 1 },
    };
    expect(await get(person)).toEqual(before);
    const ofAdmin = await get(t.admin);
    expect(ofAdmin.choices.map(({ kind }: { kind: string }) => kind)).toEqual(choosableKinds);

    const chosen: Record<string, object> = { hours: { mail: 1 }, damage: { in_app: 0, push: 0 } };
    const choices = Object.entries(chosen).map(([kind, change]) => ({ kind, ...change }));
    const response = await put(person, { choices, ...quietHours, version: 1 });
    expect(replyOf(response)).toEqual([200, { message: 'Notification settings saved.' }]);
    const after = {
      choices: kinds.map((kind) => ({ kind, ...channels, ...chosen[kind] })),
      ...{ ...quietHours, email: emailOf(person), version: 2 },
    };
    expect(await get(person)).toEqual(after);
    const stale = await put(person, { choices, ...quietHours, quiet_from: 0, version: 1 });
    expect([stale.statusCode, stale.json().current]).toEqual([409, after]);
    // Equal values change nothing.
    await put(person, { choices, ...quietHours, version: 2 });
    expect(await get(person)).toEqual(after);
    const audited = await auditOf(t, { action: 'notification.settings', user_id: person.userId });
    expect(audited.map(({ detail }) => JSON.parse(detail))).toMatchObject([quietHours]);
    // Others keep theirs.
    expect(await get(t.admin)).toEqual(ofAdmin);
  });

  /** People with each channel on and off, with and without quiet hours at this time. */
  async function listeners(): Promise<Listener[]> {
    const combinations = [
      { in_app: 1, push: 1, mail: 1, isQuiet: false },
      { in_app: 1, push: 1, mail: 1, isQuiet: true },
      { in_app: 0, push: 1, mail: 0, isQuiet: false },
      { in_app: 0, push: 0, mail: 1, isQuiet: false },
      { in_app: 1, push: 0, mail: 0, isQuiet: true },
    ] as const;
    const made = combinations.map(async ({ isQuiet, ...channels }, n) => {
      const person = await t.person(`listener ${n}`, 'admin');
      const choices = choosableKinds.map((kind) => ({
        ...{ kind, ...channels },
        ...(kind === 'announcement' && { in_app: 1 }),
      }));
      await jsonOf(put(person, { choices, ...(isQuiet && quietHours) }));
      const browser = service.browser();
      await subscribe(person, browser);
      return { person, browser, channels, isQuiet };
    });
    return Promise.all(made);
  }

  test('hold for every kind, channel and quiet hours; safety and account get through', async () => {
    const all = await listeners();
    const recipients = all.map(({ person }) => person.userId);
    const { db } = t.ctx;
    await db.deleteFrom('outbox').execute();
    const of = (kind: NotificationKind, message: string, more: object = {}): NewNotification => ({
      ...{ kind, message, link: `/${kind}`, recipients },
      ...more,
    });
    const toUsers = vi.spyOn(t.ctx.realtime, 'toUsers');
    await raise(choosableKinds.map((kind) => of(kind, `Ordinary ${kind}`)));
    await raise([
      of('announcement', 'Confirm', { mustConfirm: 1 }),
      of('announcement', 'Ice on I-80', { isSafety: true }),
      of('hours', 'Mailed by the caller', { isMailed: true }),
      of('account', 'A new password'),
    ]);
    const live = toUsers.mock.calls.map(([ids, , event]) => {
      return { ids, message: (event as { message: string }).message };
    });
    vi.restoreAllMocks();
    const ordinary = choosableKinds.map((kind) => `Ordinary ${kind}`);
    const isPushed = (one: Listener) => one.channels.push === 1 && !one.isQuiet;
    const awake = all.filter(isPushed).length;
    const posts = () => all.flatMap(({ browser }) => browser.posts());
    const count = awake * (ordinary.length + 2) + all.length * 2;
    await until(`${count} pushes`, 30_000, () => posts().length >= count);

    const stored = await mailsOf(t);
    const byMail = [...ordinary, 'Confirm', 'Ice on I-80'];
    const messages = [...byMail, 'Mailed by the caller', 'A new password'];
    for (const one of all) {
      const { person, browser, channels, isQuiet } = one;
      const about = person.username;
      const chosen = channels.in_app === 1;
      const inBell = (message: string) =>
        chosen || /announcement|Confirm|Ice|password/.test(message);
      const unread = await messagesTo(t, person, '?unread=true');
      expect(unread.toSorted(), about).toEqual(messages.filter(inBell).toSorted());
      // What isn't in the bell is found under all notifications.
      expect(await messagesTo(t, person, '?all=1'), about).toHaveLength(messages.length);
      const seen = live.filter(({ ids }) => ids.includes(person.userId));
      expect(seen, about).toMatchObject(messages.filter(inBell).map((message) => ({ message })));

      const pushed = browser.received().map((note) => Reflect.get(note as object, 'body'));
      const expected = messages.filter((message) => isPushed(one) || /Ice|password/.test(message));
      expect(pushed.toSorted(), about).toEqual(expected.toSorted());

      const own = stored.filter(({ recipient }) => recipient === emailOf(person));
      const sentences = own.map(({ body_text }) => body_text.split('\n')[0]);
      expect(sentences.toSorted(), about).toEqual(channels.mail === 1 ? byMail.toSorted() : []);
      for (const { body_text, next_try_at } of own) {
        const waits = isQuiet && !body_text.startsWith('Ice');
        expect(next_try_at, about).toBe(waits ? morning : night.toISOString());
      }
    }
    const urgent = posts().filter(({ headers }) => headers.urgency === 'high');
    expect(urgent).toHaveLength(all.length);
    const hours = stored.find(({ body_text }) => body_text.startsWith('Ordinary hours'));
    expect(hours?.subject).toBe('Hours: you have a new notification');
    expect(hours?.body_text).toContain(`${t.ctx.config.publicUrl}/hours\n`);
    expect(hours?.body_text).toContain(`${t.ctx.config.publicUrl}/notifications?settings=1`);
  });

  test('chat messages are not pushed in quiet hours', async () => {
    const sleeper = await t.person('sleeper', 'employee');
    const browser = service.browser();
    await subscribe(sleeper, browser);
    const note = { title: 'anna', url: '/chat', urgency: 'high' as const };
    const push = (body: string) =>
      t.ctx.push.toUsers([sleeper.userId], { ...note, body, tag: body });
    await put(sleeper, quietHours);
    push('At night');
    await put(sleeper, { quiet_from: null, quiet_to: null });
    push('Awake');
    await until('the push in the morning', 30_000, () => browser.posts().length > 0);
    expect(browser.received()).toMatchObject([{ body: 'Awake' }]);
  });
});
