import { beforeEach, expect, test } from 'vitest';
import type { UnsentMail } from '#contract/unsent-mail.ts';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { badgesOf } from '#tests/records/traces.ts';
import type { Deliver } from '../../platform/mail/delivery.ts';
import { mailTask } from '../../platform/mail/mail-task.ts';

const link = 'https://kestrel.example.com/testimonial/one-time-code';

const refuse: Deliver = () =>
  Promise.reject(
    Object.assign(new Error(`550 spam: ${link}`), { responseCode: 550, command: 'DATA' }),
  );

onBothWhenFull('unsent mail', (engine) => {
  const t = suiteApp(engine);
  let givenUp = 0;
  beforeEach(async () => {
    givenUp = 0;
    await t.ctx.db.deleteFrom('outbox').execute();
  });

  const run = (deliver: Deliver) =>
    mailTask({ ...t.ctx, onGivenUp: () => (givenUp += 1) }, deliver).run();
  const api = (method: 'GET' | 'POST' | 'DELETE', path = '') =>
    send(t, method, `/api/unsent-mail${path}`, t.admin);
  const list = async (): Promise<UnsentMail[]> => (await api('GET')).json();
  const counted = async (by = t.admin) => (await badgesOf(t, by)).unsent_mail;

  /** Queues mails that the mail server rejects. */
  async function fail(...names: string[]): Promise<void> {
    const mails = names.map((name) => {
      return { to: `${name}@example.com`, subject: `For ${name}`, text: `Open ${link}` };
    });
    await t.ctx.db.transaction().execute((tx) => t.ctx.mailer.enqueue(tx, mails));
    await run(refuse);
  }

  test('lists undeliverable mail with its reason and without its text', async () => {
    await fail('ann');
    expect([await counted(), givenUp, await counted(t.employee)]).toEqual([1, 1, 0]);
    const response = await api('GET');
    expect(response.json()).toMatchObject([
      {
        ...{ recipient: 'ann@example.com', subject: 'For ann', tries: 1 },
        ...{ reason: '550 spam: [link]', can_retry: true },
      },
    ]);
    expect(response.body).not.toContain('one-time-code');
  });

  test('resends or discards a mail once, and audits both', async () => {
    await fail('bea', 'cal');
    const found = await list();
    const bea = found.find(({ subject }) => subject === 'For bea');
    const cal = found.find(({ subject }) => subject === 'For cal');
    const again = await api('POST', `/${bea?.id}/retry`);
    expect(replyOf(again)).toEqual([200, { message: 'Mail queued. It will be sent shortly.' }]);
    expect((await api('POST', `/${bea?.id}/retry`)).statusCode).toBe(404);
    expect((await api('DELETE', `/${cal?.id}`)).statusCode).toBe(200);
    expect((await api('DELETE', `/${cal?.id}`)).statusCode).toBe(404);
    expect([await list(), await counted()]).toEqual([[], 0]);

    const delivered: string[] = [];
    await run(async ({ recipient }) => void delivered.push(recipient));
    expect(delivered).toEqual(['bea@example.com']);
    // Sent mail can't be discarded.
    expect((await api('DELETE', `/${bea?.id}`)).statusCode).toBe(404);
    const log = await send(t, 'GET', '/api/audit?q=mail', t.admin);
    expect(log.json()).toMatchObject([
      { action: 'mail.discard', label: 'For cal' },
      { action: 'mail.retry', label: 'For bea' },
    ]);
    expect(log.body).not.toContain('@example.com');
  });
});
