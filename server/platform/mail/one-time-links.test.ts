import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { backup } from '#server/admin/backup.ts';
import { send } from '#tests/fixtures/requests.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { makeInvitation } from '#tests/harness/testimonials.ts';
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
  let t: TestApp;
  let clock = Date.now();
  beforeAll(async () => {
    t = await startApp(engine, { now: () => new Date(clock) });
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    await t.ctx.db.deleteFrom('outbox').execute();
  });

  const rows = () => t.ctx.db.selectFrom('outbox').selectAll().orderBy('id').execute();
  const run = (deliver: Deliver, ctx = t.ctx) => mailTask(ctx, deliver).run();

  /** Everything that is stored: the bytes of the data folder, the rows of a PostgreSQL database, and a backup. */
  async function stored(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'headrack-backup-'));
    await backup(t.ctx.config, join(folder, 'backup'));
    const texts = [await bytesIn(t.ctx.config.dataDir), await bytesIn(folder)];
    await rm(folder, { recursive: true });
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

  const refused: Deliver = async ({ body_text }) => {
    throw Object.assign(new Error(`550 spam: ${body_text}`), {
      responseCode: 550,
      command: 'DATA',
    });
  };

  test('an undeliverable mail keeps no link; only mails without one can be sent again', async () => {
    await createUser();
    const mail = { to: 'ann@example.com', subject: 'Plain', text: 'Hello' };
    await t.ctx.db.transaction().execute((tx) => t.ctx.mailer.enqueue(tx, [mail]));
    await run(refused);
    const [secret, plain] = await rows();
    expect(secret).toMatchObject({ body_text: '', body_html: '', encrypted_body: null });
    expect(secret?.last_error).toMatch(/^550 spam: .*\*\*\*/);
    expect(secret?.last_error).not.toContain('/reset/');
    expect(plain).toMatchObject({ body_text: 'Hello' });
    const list = await send(t, 'GET', '/api/unsent-mail', t.admin);
    expect(
      list
        .json()
        .map(({ subject, can_retry }: { subject: string; can_retry: boolean }) => [
          subject,
          can_retry,
        ]),
    ).toEqual([
      ['Plain', true],
      [expect.stringContaining('password'), false],
    ]);
    const again = await send(t, 'POST', `/api/unsent-mail/${secret?.id}/retry`, t.admin);
    expect([again.statusCode, again.json()]).toEqual([
      409,
      {
        code: 'conflict',
        error: 'Its one-time link was deleted for safety. Create a new link instead.',
      },
    ]);
    const other = await send(t, 'POST', `/api/unsent-mail/${plain?.id}/retry`, t.admin);
    expect(other.statusCode).toBe(200);
    const discarded = await send(t, 'DELETE', `/api/unsent-mail/${secret?.id}`, t.admin);
    expect(discarded.statusCode).toBe(200);
  });

  test('with another token secret, as after a restore, such a mail is undeliverable and others are sent', async () => {
    await createUser();
    await createUser();
    const mail = { to: 'ann@example.com', subject: 'Plain', text: 'Hello' };
    await t.ctx.db.transaction().execute((tx) => t.ctx.mailer.enqueue(tx, [mail]));
    // The text of another mail.
    const [first, second] = await rows();
    await t.ctx.db
      .updateTable('outbox')
      .set({ encrypted_body: first?.encrypted_body ?? null })
      .where('id', '=', second?.id ?? 0)
      .execute();
    const delivered: string[] = [];
    const tokens = new Tokens('another secret, as long as it has to be', 8);
    const deliver: Deliver = async ({ recipient }) => void delivered.push(recipient);
    const other = async () => run(deliver, { ...t.ctx, tokens });
    await other();
    await other();
    expect(delivered).toEqual(['ann@example.com']);
    const dead = (await rows()).filter(({ dead_at }) => dead_at !== null);
    expect(dead.map(({ last_error, tries }) => [last_error, tries])).toEqual(
      Array(2).fill([
        'The text was encrypted with another token secret, or was changed. Create a new link.',
        1,
      ]),
    );
  });
});
