import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { backup } from '#server/admin/backup.ts';
import { statementsOf } from '#server/database/migrate.ts';
import { encryptedMails } from '#server/database/migrations/022-encrypted-mails.ts';
import { send } from '../../../tests/fixtures/requests.ts';
import { startApp, type TestApp } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { makeInvitation } from '../../../tests/harness/testimonials.ts';
import { Tokens } from '../tokens.ts';
import type { Deliver } from './delivery.ts';
import { mailTask } from './mail-task.ts';
import { textOf } from './mail-text.ts';
import type { OutboxRow } from './outbox.queries.ts';

const minute = 60_000;

async function bytesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const all = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1'));
  return (await Promise.all(all)).join('\n');
}

onBothDatabases('mails with one-time links', (engine) => {
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

  test('a changed or exchanged text is not sent', async () => {
    await createUser();
    await createUser();
    const [first, second] = await rows();
    if (!first || !second) throw new Error('no mails');
    expect(textOf(t.ctx.tokens, second).text).toContain('/reset/');
    const changed = second.encrypted_body?.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'));
    for (const encrypted_body of [first.encrypted_body, 'short', '', changed ?? '']) {
      const read = () => textOf(t.ctx.tokens, { ...second, encrypted_body });
      expect(read, encrypted_body ?? '').toThrow('or was changed');
    }
  });

  test('a node of the previous release leaves such mails alone, and its own mails are sent', async () => {
    await createUser();
    const now = t.ctx.now().toISOString();
    const claimedBefore = await t.ctx.db
      .selectFrom('outbox')
      .select('id')
      .where('sent_at', 'is', null)
      .where('dead_at', 'is', null)
      .where('next_try_at', '<=', now)
      .execute();
    expect(claimedBefore).toEqual([]);
    const old = {
      ...{ message_id: randomUUID(), recipient: 'old@example.com', reply_to: '', subject: 'Old' },
      ...{ body_text: 'Hello', body_html: '', created_at: now, next_try_at: now },
    };
    await t.ctx.db.insertInto('outbox').values(old).execute();
    const delivered: OutboxRow[] = [];
    await run(async (row) => void delivered.push(row));
    // Both are due at once, so either may come first.
    expect(delivered.map(({ body_text }) => body_text).toSorted()).toEqual([
      'Hello',
      expect.stringContaining('/reset/'),
    ]);
  });

  test('an undeliverable mail that the previous release sends again stays undeliverable', async () => {
    await createUser();
    await run(refused);
    const next_try_at = t.ctx.now().toISOString();
    await t.ctx.db
      .updateTable('outbox')
      .set({ dead_at: null, tries: 0, next_try_at, last_error: '' })
      .execute();
    await run(() => expect.fail('sent a mail without its text'));
    expect(await rows()).toMatchObject([{ sent_at: null, last_error: 'Its link was deleted.' }]);
  });

  test('the migration deletes the links of earlier mails and keeps what is still to be sent', async () => {
    const { db } = t.ctx;
    await db.schema.dropIndex('outbox_encrypted_due').execute();
    for (const column of ['encrypted_body', 'encrypted_due_at']) {
      await db.schema.alterTable('outbox').dropColumn(column).execute();
    }
    const at = '2026-11-01T00:00:00.000Z';
    const old = (subject: string, body_text: string, state: object) => ({
      ...{ message_id: randomUUID(), recipient: 'old@example.com', reply_to: '', subject },
      ...{ body_text, body_html: body_text, created_at: at, next_try_at: at, ...state },
    });
    const link = 'https://kestrel.example.com/reset/one-time-code';
    await db
      .insertInto('outbox')
      .values([
        old('sent', link, { sent_at: at, dead_at: null }),
        old('dead', link, { sent_at: null, dead_at: at }),
        old('dead without', 'Hello', { sent_at: null, dead_at: at }),
        old('waiting', link, { sent_at: null, dead_at: null }),
      ])
      .execute();
    for (const statement of statementsOf(encryptedMails, engine)) {
      await sql.raw(statement).execute(db);
    }
    const after = await rows();
    expect(
      after.map(({ subject, body_text, body_html }) => [subject, body_text, body_html]),
    ).toEqual([
      ['sent', '', ''],
      ['dead', '', ''],
      ['dead without', 'Hello', 'Hello'],
      ['waiting', link, link],
    ]);
    const list = await send(t, 'GET', '/api/unsent-mail', t.admin);
    expect(list.json().map(({ can_retry }: { can_retry: boolean }) => can_retry)).toEqual([
      true,
      false,
    ]);
    const delivered: string[] = [];
    await run(async ({ body_text }) => void delivered.push(body_text));
    expect(delivered).toEqual([link]);
    expect(JSON.stringify(await rows())).not.toContain('one-time-code');
  });
});
