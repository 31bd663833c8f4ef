import { expect, onTestFinished, test } from 'vitest';
import { inquiryInput } from '#contract/inquiries.ts';
import { send } from '#tests/fixtures/requests.ts';
import { startApp } from '#tests/harness/app.ts';
import { fullInquiry, smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { startSmtp } from '#tests/harness/smtp.ts';
import { until } from '#tests/harness/until.ts';
import { rowsOf } from '#tests/records/stored.ts';
import type { Deliver } from '../../platform/mail/delivery.ts';
import { mailTask } from '../../platform/mail/mail-task.ts';
import { acknowledgementMail, officeMail } from './inquiries.mails.ts';
import { shipmentOf } from './inquiry-vehicles.service.ts';

const statusUrl = 'https://kestrel.example.com/inquiry/code';

function mailed(input: object, flagged = false) {
  const { recaptchaToken: _, fax_number: __, ...fields } = inquiryInput.parse(input);
  return {
    ...shipmentOf(fields),
    reference: 'Q-7F3K2M',
    flagged,
    created_at: '2026-03-08T07:30:00.000Z',
    language: 'en' as const,
  };
}

test('sends the office every field, with replies to the sender', () => {
  const mail = officeMail(mailed(fullInquiry), 'office@example.com', 'https://kestrel.example.com');
  expect(mail).toMatchObject({
    to: 'office@example.com',
    replyTo: 'dale@prairie.example.com',
    subject: 'Quote request Q-7F3K2M from Prairie Crossing Chevrolet',
  });
  const { number_of_vehicles: _, pickup_date: __, delivery_date: ___, ...texts } = fullInquiry;
  for (const value of [
    ...Object.values(texts).map((text) => text.replaceAll('\n', '\n  ')),
    '1,200',
    'March 8, 2026',
    'March 11, 2026',
    'March 8, 2026 at 1:30 AM',
    'Open it: https://kestrel.example.com',
  ]) {
    expect(mail.text).toContain(value);
    expect(mail.html).toContain(value.replaceAll('\n  ', '<br>'));
  }
});

test('the sender gets the city of an address, and no text that could be a message', () => {
  const mailTo = (pickup_location: string) =>
    acknowledgementMail(
      mailed({ ...fullInquiry, pickup_location }),
      'office@example.com',
      statusUrl,
    ).text;
  for (const typed of ['12 Ogden Avenue, St. Charles, IL 60174', 'St. Charles, IL 60174']) {
    expect(mailTo(typed)).toMatch(/St\. Charles, IL 60174.*truck.*1,200.*used.*March 8, 2026/s);
    expect(mailTo(typed)).not.toContain('Ogden');
  }
  for (const lure of ['evil.com, IL', 'https://evil.example, IL', 'call 900 555 0100 now, IL']) {
    expect(mailTo(lure)).not.toMatch(/evil|555 0100/);
  }
});

test('SEC25 line breaks in one-line fields inject no mail headers', async () => {
  const smtp = await startSmtp();
  onTestFinished(() => smtp.die());
  const t = await startApp('sqlite', { config: { smtpUrl: smtp.url } });
  onTestFinished(t.close);
  const broken = 'Ames\r\nBcc: evil@example.net\r\n\r\nbody';
  const names = { company_name: broken, contact_person: broken, pickup_location: broken };
  const response = await send(t, 'POST', '/api/inquiry', null, { ...smallInquiry, ...names });
  expect(response.statusCode).toBe(201);
  await mailTask(t.ctx).run();
  expect(smtp.received.map(({ to }) => to).sort()).toEqual([
    ['office@example.com'],
    ['yolanda@ames.example.com'],
  ]);
  for (const { email } of smtp.received) {
    expect(email.bcc ?? []).toEqual([]);
    expect(email.headers.map(({ key }) => key)).not.toContain('bcc');
  }
  const office = smtp.received.find(({ to }) => to[0] === 'office@example.com')?.email;
  expect(office?.subject).toMatch(/^Quote request Q-\w{6} from Ames Bcc: evil@example\.net body$/);
  expect(office?.replyTo).toMatchObject([{ address: 'yolanda@ames.example.com' }]);
});

test('a hanging mail server does not delay inquiries (FLT7)', async () => {
  const t = await startApp('sqlite');
  onTestFinished(t.close);
  let hanging = 0;
  const deliver: Deliver = (_mail, signal) => {
    hanging += 1;
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
    });
  };
  // Only a test that waits for a delivery would take that long.
  const mail = mailTask(t.ctx, deliver, 3_600_000);
  t.ctx.tasks.add(mail);
  for (let n = 0; n < 5; n += 1) {
    expect((await send(t, 'POST', '/api/inquiry', null, smallInquiry)).statusCode).toBe(201);
    await until('a delivery hangs', 30_000, () => hanging > 0);
  }
  expect(await rowsOf(t, 'outbox', { sent_at: null })).toHaveLength(10);
  mail.close(0);
});
