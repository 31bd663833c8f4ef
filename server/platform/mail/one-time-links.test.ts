import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { backup } from '#server/admin/backup.ts';
import { errorOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { newFolder } from '#tests/harness/new-folder.ts';
import { makeInvitation } from '#tests/harness/testimonials.ts';
import { changeRows, clearTables, rowsOf } from '#tests/records/stored.ts';
import { Tokens } from '../accounts/tokens.ts';
import type { Deliver } from './delivery.ts';
import { mailTask } from './mail-task.ts';

const minute = 60_000;

async function bytesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const all = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'));
  return (await Promise.all(all)).join('\n');
}

onBothWhenFull('mails with one-time links', (engine) => {
  let clock = Date.now();
  const t = suiteApp(engine, { now: () => new Date(clock) });
  beforeEach(() => clearTables(t, 'outbox'));

  const rows = () => rowsOf(t, 'outbox', {}, 'id');
  const enqueuePlain = async () => {
    const mail = { to: 'ann@example.com', subject: 'Plain', text: 'Hello' };
    await t.ctx.db.transaction().execute((tx) => t.ctx.mailer.enqueue(tx, [mail]));
  };
  const run = (deliver: Deliver, ctx = t.ctx) => mailTask(ctx, deliver).run();

  /** Everything that is stored: the bytes of the data folder, the rows of a PostgreSQL database, and a backup. */
  async function stored(): Promise<string> {
    const folder = newFolder();
    await backup(t.ctx.config, join(folder, 'backup'));
    const texts = [await bytesIn(t.ctx.config.dataDir), await bytesIn(folder)];
    if (engine === 'postgres') {
      for (const { name } of await t.ctx.db.introspection.getTables()) {
        const all = t.ctx.db.selectFrom(name as 'outbox').selectAll();
        texts.push(JSON.stringify(await all.execute()));
      }
    }
    return texts.join('\n');
  }

  async function createUser(): Promise<void> {
    const username = `p${randomUUID()}`;
    const user = { username, user_email: `${username}@example.com`, user_role: 'employee' };
    const names = { first_name: 'Pat', last_name: 'Doe', send_link: 1 };
    const response = await send(t, 'POST', '/api/users', t.admin, { ...user, ...names });
    expect(response.statusCode, response.body).toBe(201);
  }

  const kinds: [string, () => Promise<unknown>, string][] = [
    ['a password link', createUser, 'reset'],
    ['a testimonial link', () => makeInvitation(t), 'testimonial'],
  ];

  test.each(kinds)('%s is never readable in storage, and arrives', async (_kind, make, page) => {
    await make();
    const found: string[] = [await stored()];
    const link = new RegExp(`https?://[^\\s"]+/${page}/([\\w-]{20,})`);
    const delivered: string[] = [];
    let isDown = true;
    const quote: Deliver = async ({ body_text, body_html, recipient }) => {
      if (!link.test(body_text)) return;
      expect(body_html).toContain(link.exec(body_text)?.[0]);
      if (isDown) {
        const error = new Error(`452 try later, ${recipient}: ${body_text}`);
        throw Object.assign(error, { responseCode: 452, command: 'DATA' });
      }
      delivered.push(body_text);
    };
    await run(quote);
    found.push(await stored());
    const waiting = (await rows()).find(({ sent_at }) => sent_at === null);
    expect(waiting?.last_error).toMatch(/^452 try later/);
    isDown = false;
    clock += 10 * minute;
    await run(quote);
    found.push(await stored());
    const code = link.exec(delivered.join('\n'))?.[1] ?? '';
    expect(code).toHaveLength(43);
    expect(delivered).toHaveLength(1);
    for (const text of found) expect(text.includes(code)).toBe(false);
    expect((await send(t, 'GET', `/api/${page}/${code}`, null)).statusCode).toBe(200);
    for (const row of await rows()) {
      expect(row).toMatchObject({ body_text: '', body_html: '', encrypted_body: null });
      expect(row.sent_at).not.toBeNull();
    }
  });

  test('an undeliverable mail keeps no link; only mails without one can be sent again', async () => {
    await createUser();
    await enqueuePlain();
    await run(async ({ body_text }) => {
      const error = new Error(`550 spam: ${body_text}`);
      throw Object.assign(error, { responseCode: 550, command: 'DATA' });
    });
    const [secret, plain] = await rows();
    expect(secret).toMatchObject({ body_text: '', body_html: '', encrypted_body: null });
    expect(secret?.last_error).toMatch(/^550 spam: .*\*\*\*/);
    expect(secret?.last_error).not.toContain('/reset/');
    expect(plain).toMatchObject({ body_text: 'Hello' });
    const call = (method: 'GET' | 'POST' | 'DELETE', path = '') =>
      send(t, method, `/api/unsent-mail${path}`, t.admin);
    expect((await call('GET')).json()).toMatchObject([
      { subject: 'Plain', can_retry: true },
      { subject: expect.stringContaining('password'), can_retry: false },
    ]);
    const gone = 'Its one-time link was deleted for safety. Create a new link instead.';
    expect(errorOf(await call('POST', `/${secret?.id}/retry`))).toEqual([409, gone]);
    expect((await call('POST', `/${plain?.id}/retry`)).statusCode).toBe(200);
    expect((await call('DELETE', `/${secret?.id}`)).statusCode).toBe(200);
  });

  test('with another token secret, as after a restore, such a mail is undeliverable and others are sent', async () => {
    await createUser();
    await createUser();
    await enqueuePlain();
    // The text of another mail.
    const [first, second] = await rows();
    const encrypted_body = first?.encrypted_body ?? null;
    await changeRows(t, 'outbox', { id: second?.id ?? 0 }, { encrypted_body });
    const delivered: string[] = [];
    const tokens = new Tokens('another secret, as long as it has to be', 8);
    const deliver: Deliver = async ({ recipient }) => void delivered.push(recipient);
    for (const _ of [1, 2]) await run(deliver, { ...t.ctx, tokens });
    expect(delivered).toEqual(['ann@example.com']);
    const dead = (await rows()).filter(({ dead_at }) => dead_at !== null);
    const last_error =
      'The text was encrypted with another token secret, or was changed. Create a new link.';
    expect(dead).toMatchObject(Array(2).fill({ last_error, tries: 1 }));
  });
});
