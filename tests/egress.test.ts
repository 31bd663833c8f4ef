/** Where the server connects to: the services of its settings, and nothing that users name (SEC24). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/wire/endpoints.ts';
import { openBreachCheck } from '#server/platform/accounts/breached-passwords.ts';
import { Passwords } from '#server/platform/accounts/passwords.ts';
import { openRecaptcha } from '#server/platform/limits/recaptcha.ts';
import { mailTask } from '#server/platform/mail/mail-task.ts';
import { PushSender, pushKey } from '#server/platform/push/push-sender.ts';
import { openS3Storage } from '#server/platform/storage/s3-storage.ts';
import { fieldsOfBody, payloadSpecs, textFields } from './fixtures/payload-specs.ts';
import { injectOptions, send } from './fixtures/requests.ts';
import { fill } from './fixtures/sample-bodies.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { startApp } from './harness/app.ts';
import { recordEgress } from './harness/egress-recorder.ts';
import { startPushService } from './harness/push-service.ts';
import { startBucket } from './harness/s3.ts';
import { startSmtp } from './harness/smtp.ts';

/** A server that users name: every request to it is a failure. */
let trap: Server;
let trapUrl = '';
let trapped = 0;
beforeAll(async () => {
  trap = createServer((_request, response) => {
    trapped += 1;
    response.end('{"success":true}');
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  trapUrl = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/`;
});
afterAll(() => trap.close());

/** They mail, push, store a file, ask for a captcha or check a new password; accepted-calls.test.ts has the others. */
const names = ['sendInquiry', 'uploadTraining', 'createUser', 'createAnnouncement'];

test('calls connect to the configured services only (SEC24)', async ({ annotate }) => {
  const [smtp, bucket, service] = [
    await startSmtp(),
    await startBucket(),
    await startPushService(),
  ];
  const t = await startApp('sqlite', {
    config: {
      smtpUrl: smtp.url,
      storageUrl: bucket.url,
      pushServices: [service.host],
      recaptcha: { siteKey: 'site', secret: 'a secret' },
      breachCheck: true,
    },
  });
  const { config, log } = t.ctx;
  const isBreached = openBreachCheck(config, log);
  t.ctx.passwords = new Passwords({ memoryCost: 8, timeCost: 1 }, isBreached);
  const { subscription } = service.browser();
  await send(t, 'POST', '/api/push/subscriptions', t.employee, subscription);

  const egress = recordEgress();
  let accepted = 0;
  for (const { name, status } of endpoints.filter((one) => names.includes(one.name))) {
    const request = await validRequest(t, name);
    const fields = name in payloadSpecs ? textFields(fieldsOfBody(name)) : {};
    // Every text that users write is a URL.
    const typed = Object.entries(fields).map(([key, spec]) => {
      const text = `${trapUrl}${name}-${key}`;
      return [key, 'max' in spec ? text.slice(0, spec.max) : text];
    });
    const body = request.body && fill(name, request.body, Object.fromEntries(typed));
    const options = injectOptions({ ...request, ...(body && { body }) });
    const response = await t.app.inject({
      ...options,
      headers: {
        ...options.headers,
        referer: trapUrl,
        'x-forwarded-host': new URL(trapUrl).host,
      },
    });
    expect(response.statusCode, `${name}: ${response.body}`).toBeLessThan(500);
    if (response.statusCode === status) accepted += 1;
  }
  expect(accepted).toBe(names.length);
  // A push service that a browser names must be a known one.
  const own = await send(t, 'POST', '/api/push/subscriptions', t.employee, {
    ...subscription,
    endpoint: trapUrl,
  });
  expect(own.statusCode).toBe(400);
  await mailTask(t.ctx).run();
  await service.count(1);
  egress.stop();

  const hostOf = (url: string) => new URL(url).host;
  const s3 = new URL(bucket.url).searchParams.get('endpoint') ?? '';
  // The browsers of the sample requests: a push to them depends on the order of the calls.
  egress.peers.delete('fcm.googleapis.com:443');
  expect([...egress.peers].sort()).toEqual(
    [
      hostOf(smtp.url),
      hostOf(s3),
      service.host,
      'www.google.com:443',
      'api.pwnedpasswords.com:443',
    ].sort(),
  );
  expect(smtp.received.length).toBeGreaterThan(0);
  expect(trapped).toBe(0);
  await annotate(`${names.length} endpoints connect to ${egress.peers.size} peers`, 'measured');
  await t.close();
  await service.close();
  await bucket.close();
  await smtp.die();
});

describe('a service that redirects is not followed (SEC24)', () => {
  let service: Server;
  let url = '';
  let asked = 0;
  beforeAll(async () => {
    service = createServer((request, response) => {
      asked += 1;
      request.resume();
      response.writeHead(307, { location: trapUrl }).end();
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    service.closeAllConnections();
    service.close();
  });

  const log = { warn: () => undefined };
  const now = () => new Date();
  const calls: [name: string, call: () => Promise<unknown>, outcome: unknown][] = [
    [
      'reCAPTCHA',
      () => {
        const recaptcha = { siteKey: 'site', secret: 'a secret' };
        return openRecaptcha({ recaptcha, publicUrl: 'http://x' }, now, url)('token');
      },
      { flagged: true },
    ],
    [
      'Have I Been Pwned',
      () => openBreachCheck({ breachCheck: true }, log, { url })('a password'),
      false,
    ],
    [
      'a push service',
      async () => {
        const browser = (await startPushService()).browser().subscription;
        const key = pushKey('a secret for tests alone, long enough to be taken', '');
        const to = { ...browser, url: new URL(url) };
        const content = { text: '{}', subject: 'x', urgency: 'normal' as const };
        const sender = new PushSender(key, 'mailto:office@example.com');
        return (await sender.send(to, content)).state;
      },
      'refused',
    ],
    [
      'S3',
      async () => {
        process.env.AWS_ACCESS_KEY_ID ??= 'x';
        process.env.AWS_SECRET_ACCESS_KEY ??= 'x';
        const storage = openS3Storage(`s3://files?region=us-east-1&endpoint=${url}`);
        return storage.read('resumes/0e0c5a56-6a1c-4d11-9d0a-7f0a6a3c5a10.pdf').then(
          () => 'read',
          () => 'failed',
        );
      },
      'failed',
    ],
  ];

  test.each(calls)('%s', async (_name, call, outcome) => {
    const before = asked;
    expect(await call()).toEqual(outcome);
    expect(asked).toBeGreaterThan(before);
    expect(trapped).toBe(0);
  });
});
