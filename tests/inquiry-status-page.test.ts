/** The customer's page of an inquiry without scripts. */
import { HtmlValidate } from 'html-validate';
import { beforeAll, expect, test } from 'vitest';
import { builtPages } from '#server/platform/web/page-sources.ts';
import { send as sendJson } from './fixtures/requests.ts';
import { suiteApp } from './harness/app.ts';
import { sqliteOnly } from './harness/databases.ts';
import { smallInquiry } from './harness/inquiry-sample.ts';
import { answerWith, inquiryOf, makeQuote, makeSentQuote, sendQuote } from './harness/quotes.ts';
import { codeOf } from './harness/testimonials.ts';

const validator = new HtmlValidate({ extends: ['html-validate:standard', 'html-validate:a11y'] });

sqliteOnly.describe("the customer's page", () => {
  const t = suiteApp('sqlite', { pages: builtPages() });
  let quoted: Awaited<ReturnType<typeof makeSentQuote>>;
  beforeAll(async () => {
    quoted = await makeSentQuote(t);
  });

  const open = (code: string) => t.app.inject(`/inquiry/${code}`);
  const post = (url: string, form: Record<string, string>) => {
    const { publicUrl } = t.ctx.config;
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      host: new URL(publicUrl).host,
      origin: publicUrl,
    };
    const payload = String(new URLSearchParams(form));
    return t.app.inject({ method: 'POST', url, headers, payload });
  };

  test('is valid HTML, and tells no other site its address', async () => {
    const { body, statusCode } = await open(quoted.code);
    expect(statusCode).toBe(200);
    const { results } = await validator.validateString(body);
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
    const [, canonical = ''] = /<link rel="canonical" href="([^"]*)"/.exec(body) ?? [];
    expect(canonical).not.toContain(quoted.code);
    expect((await t.app.inject('/sitemap.xml')).body).not.toContain('/inquiry/');
  });

  test('a message is sent, and an empty one comes back', async () => {
    const url = `/inquiry/${quoted.code}`;
    const empty = await post(url, { intent: 'message', message: '', vins: '' });
    expect([empty.statusCode, empty.body.includes('Write a message or paste VINs.')]).toEqual([
      400,
      true,
    ]);
    const sent = await post(url, { intent: 'message', message: "Gate O'Hare 7", vins: '' });
    expect([sent.statusCode, sent.body.includes('Your message is with our office.')]).toEqual([
      200,
      true,
    ]);
    expect((await inquiryOf(t, quoted.inquiry)).notes.at(-1)?.text).toBe("Gate O'Hare 7");
  });

  test('a quote is accepted by the name typed, and refused once it is withdrawn', async () => {
    const { inquiry, code, quote } = await makeSentQuote(t);
    const url = `/inquiry/${code}`;
    const form = { intent: 'answer', quote_id: String(quote), answer: 'accepted' };
    const unnamed = await post(url, { ...form, name: '' });
    expect([unnamed.statusCode, unnamed.body.includes('This field is required.')]).toEqual([
      400,
      true,
    ]);
    expect((await post(url, { ...form, name: 'Yolanda Pruitt' })).body).toContain(
      'Accepted by Yolanda Pruitt',
    );
    expect((await inquiryOf(t, inquiry)).status).toBe('won');
    // Only one can be accepted, so the others aren't offered.
    const other = await makeSentQuote(t);
    const second = await makeQuote(t, other.inquiry);
    await sendQuote(t, second);
    expect((await open(other.code)).body.match(/Accept quote/g)).toHaveLength(2);
    await answerWith(t, other.code, second, 'accepted');
    expect((await open(other.code)).body).not.toContain('Accept quote');
  });

  test('"Ask again" fills the inquiry form without the code or values in an address', async () => {
    const stored = () => t.ctx.db.selectFrom('inquiries').select('id').execute();
    const before = await stored();
    const page = (await open(quoted.code)).body;
    expect(page).toMatch(/<form action="\/inquiry" method="post"><input[^>]*name="again"/);
    const { body, statusCode } = await post('/inquiry', { again: quoted.code });
    expect(statusCode).toBe(200);
    for (const value of [smallInquiry.company_name, smallInquiry.email_address, 'Ames, IA']) {
      expect(body).toContain(`value="${value}"`);
    }
    expect(body).toMatch(/role="status"[^>]*>.*This is filled in from your request Q-/s);
    const route = {
      ...smallInquiry,
      pickup_date: '2026-03-08',
      vins: ['1M8GDM9AXKP042788', 'WRONG'],
    };
    const stops = [
      { kind: 'pickup', location: 'Ames, IA', date: '2026-03-08' },
      { kind: 'pickup', location: "Coeur d'Alene, ID", date: '2026-03-09', vehicles: 2 },
      { kind: 'delivery', location: 'Joliet, IL' },
      { kind: 'delivery', location: 'Gary, IN', vehicles: 3 },
    ];
    const { status_url } = (
      await sendJson(t, 'POST', '/api/inquiry', null, { ...route, stops })
    ).json();
    const long = await post('/inquiry', { again: codeOf(status_url) });
    expect(long.body).toMatch(/<textarea[^>]*name="vins"[^>]*>1M8GDM9AXKP042788<\/textarea>/);
    const typed = (name: string) =>
      new RegExp(`<input[^>]*name="${name}"[^>]*>`)
        .exec(long.body)?.[0]
        .match(/value="([^"]*)"/)?.[1];
    expect(
      ['stops.0.location', 'stops.0.vehicles', 'stops.1.location', 'stops.1.vehicles'].map(typed),
    ).toEqual(['Coeur d&#x27;Alene, ID', '2', 'Gary, IN', '3']);
    expect(typed('stops.0.date') ?? '').toBe('');
    expect(long.body).toMatch(/<select[^>]*name="stops.1.kind"[^>]*>.*?value="delivery" selected/s);
    // Visitors without scripts get empty rows below.
    const filled = long.body.slice(
      0,
      long.body.indexOf('<noscript', long.body.indexOf('stops.1.')),
    );
    expect(filled).toContain('name="stops.1.location"');
    expect(filled).not.toContain('name="stops.2.location"');
    const dead = await post('/inquiry', { again: 'x'.repeat(43) });
    expect(dead.body).not.toContain(smallInquiry.email_address);
    expect(await stored()).toHaveLength(before.length + 1);
  });
});
