import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MailFixture, openMailFixture } from '#tests/harness/mail-fixture.ts';
import { startSmtp } from '#tests/harness/smtp.ts';
import { mailBody } from './body.ts';

const expectedHeaders = [
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
];

describe('mail as files', () => {
  let outbox: MailFixture;
  const folder = () => join(outbox.config.dataDir, 'mail');
  const files = () => readdirSync(folder()).sort();
  const parsed = async () =>
    Promise.all(files().map((name) => PostalMime.parse(readFileSync(join(folder(), name)))));

  beforeEach(async () => {
    outbox = await openMailFixture('sqlite', null);
  });
  afterEach(() => outbox.close());

  test('writes one file per mail, named by its message id, without SMTP_URL', async () => {
    await outbox.enqueue({
      ...{ to: 'a@example.com', replyTo: 'b@example.com', subject: 'Größe ✓' },
      ...{ text: 'Hello\n.\nthere', html: '<p>Hello</p>' },
    });
    await outbox.worker().run();
    const [row] = await outbox.rows();
    expect(files()).toEqual([`${row?.message_id}.eml`]);
    const [email] = await parsed();
    expect(email).toMatchObject({
      ...{ subject: 'Größe ✓', messageId: `<${row?.message_id}>` },
      from: { name: 'Kestrel Auto Transport', address: 'no-reply@kestrel.example.com' },
      ...{ to: [{ address: 'a@example.com' }], replyTo: [{ address: 'b@example.com' }] },
      text: expect.stringContaining('Hello\n.\nthere'),
    });
  });

  const breaks = ['\r\n', '\n', '\r', '\u2028', '\0'];
  const headers = ['Bcc: evil@example.net', '\r\n<b>body</b>'];
  const payloads = breaks.flatMap((line) => headers.map((header) => `${line}${header}`));

  test(`${payloads.length} header payloads change neither headers nor recipients`, async () => {
    await outbox.enqueue(
      ...payloads.flatMap((payload) => [
        { to: 'a@example.com', replyTo: 'b@example.com', subject: `Hi${payload}`, text: 'Hello' },
        { to: 'a@example.com', replyTo: `b@example.com${payload}`, subject: 'Hi', text: 'Hello' },
        { to: `a@example.com${payload}`, replyTo: 'b@example.com', subject: 'Hi', text: 'Hello' },
        { to: 'a@example.com, evil@example.net', subject: 'Hi', text: 'Hello' },
      ]),
    );
    for (let round = 0; round < 3; round += 1) await outbox.worker().run();
    const emails = await parsed();
    expect(emails.length).toBeGreaterThanOrEqual(payloads.length * 2);
    for (const email of emails) {
      const keys = email.headers
        .map(({ key }) => key)
        .filter((key) => key !== 'content-transfer-encoding');
      expect(keys.every((key) => expectedHeaders.includes(key))).toBe(true);
      expect(new Set(keys).size).toBe(keys.length);
      expect(email.to).toMatchObject([{ address: 'a@example.com' }]);
      expect(email.to).toHaveLength(1);
      expect(email.bcc ?? []).toEqual([]);
      expect(email.text?.trim()).toBe('Hello');
    }
    const dead = (await outbox.rows()).filter((row) => row.dead_at !== null);
    expect(dead.every((row) => row.recipient !== 'a@example.com')).toBe(true);
  });
});

test('a payload in the subject adds no recipient over SMTP', async () => {
  const smtp = await startSmtp();
  const outbox = await openMailFixture('sqlite', smtp.url);
  const subject = 'Hi\r\nRCPT TO:<evil@example.net>\r\n.\r\nMAIL FROM:<x@example.net>';
  await outbox.enqueue({
    to: 'a@example.com',
    subject,
    text: `a\r\n.\r\nRCPT TO:<evil@example.net>\r\n`,
  });
  await outbox.worker().run();
  expect(smtp.received.map(({ to }) => to)).toEqual([['a@example.com']]);
  expect(smtp.received[0]?.email.text).toContain('RCPT TO:<evil@example.net>');
  await smtp.die();
  await outbox.close();
});

test('renders the same content as text and as escaped HTML', () => {
  const { text, html } = mailBody([
    'Dear <b>"you"</b> & \'me\'',
    [
      ['Company', '<script>alert(1)</script>'],
      ['Empty', ''],
      ['Note', 'one\ntwo'],
    ],
  ]);
  expect(text).toBe(
    'Dear <b>"you"</b> & \'me\'\n\nCompany: <script>alert(1)</script>\nNote: one\n  two\n',
  );
  expect(html).toContain('Dear &lt;b&gt;&quot;you&quot;&lt;/b&gt; &amp; &#39;me&#39;');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('one<br>two');
  expect(html).not.toMatch(/Empty|<script|src=|href=|url\(/);
});
