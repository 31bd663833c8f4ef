import { afterEach, expect, test } from 'vitest';
import { company } from '#contract/company/profile.ts';
import { spanishChoices } from '#contract/form-choices.ts';
import { send as request } from '#tests/fixtures/requests.ts';
import { startApp, type TestApp } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteOnly } from '#tests/harness/databases.ts';
import { fullInquiry, smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { makeQuote, sendQuote } from '#tests/harness/quotes.ts';
import { makeInvitation } from '#tests/harness/testimonials.ts';
import { sweepMails } from '../../platform/mail/mail-task.ts';
import { textOf } from '../../platform/mail/mail-text.ts';

let t: TestApp;
afterEach(() => t.close());

let day = Date.parse('2026-03-08T12:00:00Z');
let visitors = 0;

/** Sends an inquiry from another network than all before. */
async function send(payload: object, headers: Record<string, string> = {}): Promise<string> {
  visitors += 1;
  const remoteAddress = `10.${visitors >> 8}.${visitors & 255}.1`;
  const url = '/api/inquiry';
  const response = await t.app.inject({ method: 'POST', url, payload, headers, remoteAddress });
  expect(response.statusCode, response.body).toBe(201);
  return response.json().reference;
}

/** The mails to addresses that start like this, without case. */
async function mailsTo(start: string) {
  const mails = await t.ctx.db.selectFrom('outbox').selectAll().orderBy('id').execute();
  return mails.filter(({ recipient }) => recipient.toLowerCase().startsWith(start));
}

onBothDatabases('the acknowledgement of an inquiry', (engine) => {
  test('SEC25 goes to one address at most five times a day', async () => {
    const config = { rateLimits: true };
    t = await startApp(engine, { config, now: () => new Date(day) });
    const spellings = ['victim@example.com', 'Victim@Example.COM', 'victim+7@example.com'];
    const sendAll = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          send({ ...smallInquiry, email_address: spellings[n % 3] }),
        ),
      );
    await sendAll(12);
    expect(await mailsTo('victim')).toHaveLength(5);
    // Every inquiry is stored and reaches the office.
    expect(await mailsTo('office@')).toHaveLength(12);
    // Another client isn't affected.
    await send(smallInquiry);
    expect(await mailsTo(smallInquiry.email_address)).toHaveLength(1);
    day += 86_400_000;
    await sendAll(1);
    expect(await mailsTo('victim')).toHaveLength(6);
    // Only the counts of yesterday and today are kept.
    day += 86_400_000;
    await sweepMails(t.ctx);
    const counts = await t.ctx.db.selectFrom('visitor_mails').selectAll().execute();
    expect(counts).toEqual([{ recipient: 'victim@example.com', day: '2026-03-09', count: 1 }]);
  });

  test('is Spanish after a Spanish form, as what follows; the office reads English', async () => {
    t = await startApp(engine);
    const reference = await send(fullInquiry, { 'accept-language': 'es-US,es;q=0.9' });
    const { id } = await t.ctx.db.selectFrom('inquiries').select('id').executeTakeFirstOrThrow();
    const quote = await makeQuote(t, id);
    await sendQuote(t, quote);
    await t.ctx.db.updateTable('inquiries').set({ status: 'won' }).execute();
    await makeInvitation(t, id);

    const mails = await mailsTo(fullInquiry.email_address);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Recibimos su solicitud de cotización ${reference}`,
      `Su cotización ${reference}-1 de ${company.name}`,
      '¿Cómo le fue con nosotros?',
    ]);
    const texts = mails.map((mail) => textOf(t.ctx.tokens, mail).text);
    const pages = ['inquiry', 'inquiry', 'testimonial'];
    for (const [at, text] of texts.entries()) {
      expect(text).toMatch(/^Hola:\n/);
      expect(text).toContain(`${t.ctx.config.publicUrl}/es/${pages[at]}/`);
    }
    const chosen = [spanishChoices.truck, spanishChoices.used, '1,200', '8 de marzo de 2026'];
    for (const text of chosen) expect(texts[0]).toContain(`: ${text}\n`);
    const [toOffice] = await mailsTo('office@');
    expect(toOffice?.subject).toContain(`Quote request ${reference}`);
    expect(toOffice?.body_text).toContain('Language: Spanish');

    const { url } = (await request(t, 'GET', `/api/quotes/${quote}/pdf`, t.admin)).json();
    const { headers, rawPayload } = await t.app.inject(url);
    expect(rawPayload.toString('latin1')).toContain('/Lang (es-US)');
    expect(headers['content-disposition']).toContain(encodeURI(`Cotización ${reference}-1.pdf`));
  });
});

sqliteOnly.test(
  'SEC25 no mail to an address that a visitor chose repeats what could be a message',
  async () => {
    t = await startApp('sqlite');
    const lure = 'You won: https://evil.example.net';
    const { email_address, vehicle_type, vehicle_condition } = fullInquiry;
    const { number_of_vehicles, pickup_date, delivery_date, ...texts } = fullInquiry;
    const inquiry = {
      ...Object.fromEntries(Object.keys(texts).map((name) => [name, lure])),
      ...{ email_address, vehicle_type, vehicle_condition },
      ...{ number_of_vehicles, pickup_date, delivery_date },
    };
    const reference = await send(inquiry);
    const { id } = await t.ctx.db.selectFrom('inquiries').select('id').executeTakeFirstOrThrow();
    await t.ctx.db.updateTable('inquiries').set({ status: 'won' }).execute();
    await makeInvitation(t, id);

    const mails = await mailsTo(email_address);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `We received your quote request ${reference}`,
      'How did we do?',
    ]);
    for (const mail of mails) {
      const { text, html } = textOf(t.ctx.tokens, mail);
      expect(text).toContain(reference);
      expect(`${mail.subject} ${text} ${html}`).not.toMatch(/evil|You won/);
    }
    const [office] = await mailsTo('office@');
    expect(office?.body_text).toContain(lure);
  },
);
