import { extractText, getDocumentProxy } from 'unpdf';
import { beforeEach, expect, it } from 'vitest';
import { dayAfter, today } from '#contract/rules/dates.ts';
import { errorOf, replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothDatabases, sqliteOnly, sqliteUnlessFull } from '#tests/harness/databases.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import {
  inquiryOf,
  makeLinkedInquiry,
  makeQuote,
  makeSentQuote,
  quoteLines,
  sendQuote,
  withdrawQuote,
} from '#tests/harness/quotes.ts';
import { changeRows, clearTables, jsonOf, rowsOf } from '#tests/records/stored.ts';
import { auditOf, mailsOf } from '#tests/records/traces.ts';
import { mailReasons } from '../../mail-reasons.ts';
import { mailTask } from '../../platform/mail/mail-task.ts';

/** On PostgreSQL, only what may happen at once (`it`) runs in every run. */
const { test } = sqliteUnlessFull;

onBothDatabases('quotes', (engine) => {
  let clock = Date.parse('2026-03-02T23:00:00Z');
  const t = suiteApp(engine, { now: () => new Date(clock) });
  beforeEach(() => clearTables(t, 'outbox'));

  const quoteOf = async (inquiry: number, id: number) =>
    (await inquiryOf(t, inquiry)).quotes.find(({ quote_id }) => quote_id === id);
  const put = (id: number, body: object) => send(t, 'PUT', `/api/quotes/${id}`, t.admin, body);
  const mails = () => mailsOf(t);

  test('a draft has a number by its place and an exact total', async () => {
    const { id } = await makeLinkedInquiry(t);
    const { reference } = await inquiryOf(t, id);
    await makeQuote(t, id);
    await makeQuote(t, id);
    const { quotes, status } = await inquiryOf(t, id);
    expect(status).toBe('new');
    expect(quotes.map(({ number }) => number)).toEqual([`${reference}-1`, `${reference}-2`]);
    // 0.1 + 3 × 412.35 is 1237.1499999999999 in binary fractions.
    const draft = { status: 'draft', lines: quoteLines, total: 1237.15, sent_at: null };
    expect(quotes[0]).toMatchObject({ ...draft, answered_at: null, answered_by: '', version: 1 });
  });

  test('refuses quotes without lines, with too many, and valid until yesterday', async () => {
    const { id } = await makeLinkedInquiry(t);
    const [line] = quoteLines;
    const post = async (body: object) => {
      const valid_until = today(t.ctx.now());
      const sent = { lines: quoteLines, valid_until, ...body };
      return replyOf(await send(t, 'POST', `/api/inquiries/${id}/quotes`, t.admin, sent));
    };
    expect((await post({ lines: Array(50).fill(line) }))[0]).toBe(201);
    for (const lines of [[], Array(51).fill(line)]) expect((await post({ lines }))[0]).toBe(400);
    const fields = { valid_until: 'Choose today or a later day.' };
    const yesterday = dayAfter(today(t.ctx.now()), -1);
    expect(await post({ valid_until: yesterday })).toMatchObject([400, { fields }]);
  });

  test('only a draft changes, against its version', async () => {
    const { id } = await makeLinkedInquiry(t);
    const quote = await makeQuote(t, id);
    const lines = [{ description: 'Flat', quantity: 2, unit_price: 100 }];
    expect((await put(quote, { lines, version: 1 })).statusCode).toBe(200);
    const stale = replyOf(await put(quote, { message: 'Late', version: 1 }));
    expect(stale).toMatchObject([409, { current: { total: 200, version: 2 } }]);
    expect((await put(quote, { message: 'Before noon' })).statusCode).toBe(200);
    expect(await quoteOf(id, quote)).toMatchObject({ lines, total: 200, message: 'Before noon' });
    await sendQuote(t, quote);
    expect((await put(quote, { lines: quoteLines })).statusCode).toBe(409);
    expect(await quoteOf(id, quote)).toMatchObject({ lines, status: 'sent' });
  });

  test('sending mails the link and sets the inquiry to quoted; again mails again', async () => {
    const { inquiry, quote, code } = await makeSentQuote(t);
    const [, , mail] = await mails();
    const number = (await quoteOf(inquiry, quote))?.number;
    expect(mail).toMatchObject({
      ...{ recipient: smallInquiry.email_address, reply_to: t.ctx.config.officeEmail },
      subject: `Your quote ${number} from Kestrel Auto Transport`,
      // The link is a secret.
      ...{ has_secret: 1, body_text: '' },
    });
    for (const part of [`/inquiry/${code}\n`, '$1,237.15', '3 × $412.35', '03/16/2026']) {
      expect(mail?.text).toContain(part);
    }
    const replied_at = new Date(clock).toISOString();
    const rows = () => rowsOf(t, 'inquiries', { id: inquiry });
    expect(await rows()).toMatchObject([{ status: 'quoted', replied_at, due_at: null }]);
    clock += 60_000;
    await changeRows(t, 'outbox', {}, { sent_at: replied_at });
    expect(replyOf(await sendQuote(t, quote))).toEqual([200, { message: 'Quote sent again.' }]);
    expect(await mails()).toHaveLength(4);
    expect(await rows()).toMatchObject([{ status: 'quoted', replied_at }]);
    expect(await quoteOf(inquiry, quote)).toMatchObject({ status: 'sent', sent_at: replied_at });
    const events = await rowsOf(t, 'inquiry_notes', { inquiry_id: inquiry }, 'id');
    const author_id = t.admin.userId;
    expect(events.filter(({ kind }) => kind !== 'mail')).toMatchObject([
      { kind: 'status', text: expect.stringContaining('Quoted'), author_id },
      { kind: 'quote', text: `Sent ${number}: $1,237.15`, author_id },
      { kind: 'quote', text: `Sent again ${number}: $1,237.15`, author_id },
    ]);
    // What happened isn't a note.
    expect((await inquiryOf(t, inquiry)).notes).toEqual([]);
  });

  test('expires after its last day in Chicago, and then cannot be sent', async () => {
    const { id: inquiry } = await makeLinkedInquiry(t);
    const valid_until = today(t.ctx.now());
    const quote = await makeQuote(t, inquiry, { valid_until });
    const draft = await makeQuote(t, inquiry, { valid_until });
    await sendQuote(t, quote);
    const started = clock;
    // Half past eleven in the evening, by Chicago's clock.
    clock = Date.parse('2026-03-03T05:30:00Z');
    expect(await quoteOf(inquiry, quote)).toMatchObject({ status: 'sent' });
    clock += 3_600_000;
    expect(await quoteOf(inquiry, quote)).toMatchObject({ status: 'expired' });
    const late = [409, 'The last day to accept this quote has passed.'];
    for (const id of [quote, draft]) expect(errorOf(await sendQuote(t, id))).toEqual(late);
    expect((await withdrawQuote(t, quote)).statusCode).toBe(200);
    clock = started;
  });

  test('a mail that waits goes with its quote, and only to who can still accept it', async () => {
    const { inquiry, quote } = await makeSentQuote(t);
    const waiting = async () =>
      (await rowsOf(t, 'outbox')).filter(({ reason }) => reason === 'quote').length;
    await sendQuote(t, quote);
    expect(await waiting(), 'a second press replaces it').toBe(1);
    await withdrawQuote(t, quote);
    expect(await waiting()).toBe(0);
    const [event] = (await rowsOf(t, 'inquiry_notes', { inquiry_id: inquiry }, 'id')).slice(-1);
    expect(event?.text).toMatch(/^Withdrew .+\. Its email was stopped before it left\.$/);

    const sent: string[] = [];
    const task = mailTask({ ...t.ctx, reasons: mailReasons }, async ({ subject }) => {
      sent.push(subject);
    });
    const right = await makeQuote(t, inquiry);
    await sendQuote(t, right);
    await changeRows(t, 'quotes', { quote_id: right }, { status: 'withdrawn' });
    await task.run();
    expect(sent.filter((subject) => subject.startsWith('Your quote'))).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  it('two quotes written at once get different numbers', async () => {
    const { id } = await makeLinkedInquiry(t);
    await Promise.all(Array.from({ length: 5 }, () => makeQuote(t, id)));
    const numbers = (await inquiryOf(t, id)).quotes.map(({ number }) => number.at(-1));
    expect(numbers.sort()).toEqual(['1', '2', '3', '4', '5']);
  });

  it('a price changed while it is sent: the mail and the row agree', async () => {
    for (let n = 0; n < 5; n += 1) {
      await clearTables(t, 'outbox');
      const { id } = await makeLinkedInquiry(t);
      const quote = await makeQuote(t, id);
      const lines = [{ description: 'Flat', quantity: 1, unit_price: 777 }];
      const [changed] = await Promise.all([put(quote, { lines }), sendQuote(t, quote)]);
      const total = changed.statusCode === 200 ? 777 : 1237.15;
      expect(await quoteOf(id, quote)).toMatchObject({ status: 'sent', total });
      const [, , mail] = await mails();
      expect(mail?.text).toContain(total === 777 ? 'Total: $777.00' : 'Total: $1,237.15');
    }
  });
});

sqliteOnly.describe('the PDF of a quote', () => {
  const t = suiteApp('sqlite');
  const binary = (url: string) => t.app.inject(url);

  test('opens by a signed link for admins, and by the code for the customer', async () => {
    const { inquiry, quote, code } = await makeSentQuote(t);
    const signed = (await send(t, 'GET', `/api/quotes/${quote}/pdf`, t.admin)).json().url;
    expect(signed).toMatch(/^\/files\/quotes\/\d+\.pdf\?/);
    const path = `/inquiry/${code}/quote-${quote}.pdf`;
    for (const url of [signed, path]) {
      const { statusCode, headers, rawPayload } = await binary(url);
      const size = `${rawPayload.length}`;
      expect([statusCode, headers]).toMatchObject([
        200,
        {
          ...{ 'content-type': 'application/pdf', 'content-length': size },
          'content-disposition': expect.stringMatching(/^inline; filename="Quote Q-\w{6}-1\.pdf"$/),
          'content-security-policy': expect.stringMatching(/^sandbox; default-src 'none'/),
          ...{ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' },
          'accept-ranges': 'bytes',
        },
      ]);
      expect(rawPayload.toString('latin1', 0, 5)).toBe('%PDF-');
      const ranged = async (range: string) => {
        const part = await t.app.inject({ url, headers: { range } });
        return [part.statusCode, part.headers['content-range'], part.rawPayload];
      };
      // The same bytes whenever they are made.
      const bytes = rawPayload.subarray(5, 10);
      expect(await ranged('bytes=5-9')).toEqual([206, `bytes 5-9/${size}`, bytes]);
      expect((await ranged(`bytes=${size}-`)).slice(0, 2)).toEqual([416, `bytes */${size}`]);
      const head = await t.app.inject({ method: 'HEAD', url });
      expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, size, '']);
    }
    expect(await auditOf(t, { action: 'file.open' })).toMatchObject([{ user_id: t.admin.userId }]);
    expect((await binary(path)).headers['x-robots-tag']).toBe('noindex');
    expect((await binary(`${signed}0`)).statusCode).toBe(403);
    const draft = await makeQuote(t, inquiry);
    const other = await makeSentQuote(t);
    for (const [of, id] of [
      ['x'.repeat(43), quote],
      [code, draft],
      [code, other.quote],
    ]) {
      expect((await binary(`/inquiry/${of}/quote-${id}.pdf`)).statusCode).toBe(404);
    }
  });

  const route = 'Pickup Ames, IA, 12/01/2030|Pickup Boone, IA, 2 vehicles|Delivery Joliet, IL';
  const ruta = 'Recogida Ames, IA, 1 dic 2030|Recogida Boone, IA, 2 vehículos|Entrega Joliet, IL';
  const rest = 'Vehicles 2 (car, new)|Terms An inquiry is|/terms USDOT|VINs (2)|Page 2 of 2';
  const resto = 'Vehículos 2 (auto, nuevo)|Términos|/es/terms USDOT|VIN (2)|Página 2 de 2';
  test.each([
    ['en', `Valid until 12/05/2030|${route}|${rest}`],
    ['es', `Válida hasta 5 dic 2030|${ruta}|${resto}`],
  ])(
    'is the whole offer in the language of the customer, without question marks: %s',
    async (language, texts) => {
      const asked = {
        ...smallInquiry,
        ...{ company_name: 'Łódź Auto & Đorđe', pickup_date: '2030-12-01' },
        ...{ vins: '1M8GDM9AXKP042788, 1M8GDM9AXKP042789' },
        stops: [{ kind: 'pickup', location: 'Boone, IA', vehicles: 2 }],
      };
      const headers = { 'accept-language': language };
      const made = await jsonOf(send(t, 'POST', '/api/inquiry', null, asked, headers));
      const [row] = await rowsOf(t, 'inquiries', { reference: made.reference });
      const line = { description: 'Lift 6″, −5 ≤ t', quantity: 1, unit_price: 1 };
      const lines = Array<object>(30).fill(line);
      const quote = await makeQuote(t, row?.id ?? 0, { lines, valid_until: '2030-12-05' });
      await sendQuote(t, quote);
      const { rawPayload } = await binary(
        `${new URL(made.status_url).pathname.replace(/^\/es/, '')}/quote-${quote}.pdf`,
      );
      const pdf = await getDocumentProxy(new Uint8Array(rawPayload), { verbosity: 0 });
      const text = (await extractText(pdf)).text.join(' ').replace(/\s+/g, ' ');
      for (const part of [...texts.split('|'), 'Lódz Auto & Dorde', `Lift 6", -5 <= t`])
        expect(text).toContain(part);
      expect(text).not.toContain('?');
    },
  );
});
