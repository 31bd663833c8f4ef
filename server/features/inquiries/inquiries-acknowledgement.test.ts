import { beforeEach, expect, test } from 'vitest';
import { company } from '#contract/company/profile.ts';
import { spanishChoices } from '#contract/form-choices.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { fullInquiry, smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { makeQuote, sendQuote } from '#tests/harness/quotes.ts';
import { makeInvitation } from '#tests/harness/testimonials.ts';
import { jsonOf, read, rowsOf } from '#tests/records/stored.ts';
import { sweepMails } from '../../platform/mail/mail-task.ts';
import { textOf } from '../../platform/mail/mail-text.ts';

onBothWhenFull('the acknowledgement of an inquiry', (engine) => {
  let day = Date.parse('2026-03-08T12:00:00Z');
  const config = { rateLimits: true, tokenHours: 240 };
  const t = suiteApp(engine, { config, now: () => new Date(day) });
  beforeEach(async () => {
    await t.ctx.db.deleteFrom('outbox').execute();
    await t.ctx.db.deleteFrom('visitor_mails').execute();
  });

  let visitors = 0;
  /** Sends an inquiry from another network than all before. */
  async function send(payload: object, headers: Record<string, string> = {}): Promise<string> {
    visitors += 1;
    const remoteAddress = `10.${visitors >> 8}.${visitors & 255}.1`;
    const url = '/api/inquiry';
    return (await jsonOf(t.app.inject({ method: 'POST', url, payload, headers, remoteAddress })))
      .reference;
  }
  /** The mails to addresses that start like this, without case. */
  const mailsTo = async (start: string) =>
    (await rowsOf(t, 'outbox', {}, 'id')).filter(({ recipient }) =>
      recipient.toLowerCase().startsWith(start),
    );
  const newestId = async () => (await rowsOf(t, 'inquiries', {}, 'id')).at(-1)?.id ?? 0;

  test('SEC25 goes to one address at most five times a day', async () => {
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
    const [second, third] = [day + 86_400_000, day + 2 * 86_400_000];
    day = second;
    await sendAll(1);
    expect(await mailsTo('victim')).toHaveLength(6);
    // Only the counts of yesterday and today are kept.
    day = third;
    await sweepMails(t.ctx);
    const kept = {
      recipient: 'victim@example.com',
      day: new Date(second).toISOString().slice(0, 10),
    };
    expect(await rowsOf(t, 'visitor_mails')).toEqual([{ ...kept, count: 1 }]);
  });

  test('is Spanish after a Spanish form, as what follows; the office reads English', async () => {
    const reference = await send(fullInquiry, { 'accept-language': 'es-US,es;q=0.9' });
    const id = await newestId();
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

    const { url } = await read(t, `/api/quotes/${quote}/pdf`);
    const { headers, rawPayload } = await t.app.inject(url);
    expect(rawPayload.toString('latin1')).toContain('/Lang (es-US)');
    expect(headers['content-disposition']).toContain(encodeURI(`Cotización ${reference}-1.pdf`));
  });

  test('SEC25 no mail to an address that a visitor chose repeats what could be a message', async () => {
    const lure = 'You won: https://evil.example.net';
    const { email_address, vehicle_type, vehicle_condition } = fullInquiry;
    const { number_of_vehicles, pickup_date, delivery_date, ...texts } = fullInquiry;
    const inquiry = {
      ...Object.fromEntries(Object.keys(texts).map((name) => [name, lure])),
      ...{ email_address, vehicle_type, vehicle_condition },
      ...{ number_of_vehicles, pickup_date, delivery_date },
    };
    const reference = await send(inquiry);
    const id = await newestId();
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
  });
});
