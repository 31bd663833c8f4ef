/** With TLS, mail goes only to a mail server whose certificate is valid. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { bySmtp } from './delivery.ts';
import type { OutboxRow } from './outbox.queries.ts';

const row = {
  recipient: 'a@example.com',
  reply_to: '',
  subject: 'Hours changed',
  body_text: 'Hello',
  body_html: '',
  message_id: 'one@example.com',
  created_at: '2026-11-02T12:00:00.000Z',
} as OutboxRow;

let server: SMTPServer;
afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

/** A mail server with the expired certificate of its package, or without TLS; resolves with its port. */
async function listen(received: string[], secure: boolean, offersTls = true): Promise<number> {
  server = new SMTPServer({
    secure,
    disabledCommands: offersTls ? [] : ['STARTTLS'],
    authOptional: true,
    disableReverseLookup: true,
    logger: false,
    onData(stream, session, done) {
      stream.resume();
      stream.on('end', () => {
        received.push(session.secure ? 'encrypted' : 'plain');
        done();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.server.address() as AddressInfo).port;
}

const deliver = (to: string) => bySmtp(to, 'x@example.com')(row, new AbortController().signal);

test.each([
  ['smtps', true],
  ['smtp', false],
] as const)('%s refuses a mail server with an invalid certificate', async (scheme, secure) => {
  const received: string[] = [];
  const url = `${scheme}://127.0.0.1:${await listen(received, secure)}`;
  await expect(deliver(url)).rejects.toThrow(/certificate/);
  expect(received).toEqual([]);
  // The same server, trusted by its address.
  await deliver(`${url}?tls.rejectUnauthorized=false`);
  expect(received).toEqual(['encrypted']);
});

test('requireTLS=true sends nothing to a mail server without TLS', async () => {
  const received: string[] = [];
  const url = `smtp://127.0.0.1:${await listen(received, false, false)}`;
  await expect(deliver(`${url}?requireTLS=true`)).rejects.toThrow(/STARTTLS/);
  expect(received).toEqual([]);
  await deliver(url);
  expect(received).toEqual(['plain']);
});
