/** Pages and answers in English and Spanish. */

import { describe, expect, test } from 'vitest';
import { states } from '#contract/rules/states.ts';
import { spanishOf } from '#contract/text/languages.ts';
import { errorTypes } from '#contract/wire/errors.ts';
import { builtPages } from '#server/platform/web/page-sources.ts';
import { sampleBody } from './fixtures/sample-bodies.ts';
import { suiteApp } from './harness/app.ts';

const t = suiteApp('sqlite', { pages: builtPages() });
const spanish = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' };

/** Public pages; those of one-time links have tests of their own. */
const translatedPages = [
  ...['/', '/about', '/careers', '/careers?q=nobody', '/login'],
  ...['/testimonials', '/privacy', '/terms'],
  ...['/inquiry', '/inquiry?kind=certificate', '/application', '/application/quick'],
];

const names = /Kestrel|Auto Transport|English|USDOT|LinkedIn|Facebook|Instagram|Chicagoland/g;
/** What visitors read: without scripts, the customers' own words, links in the other language and company data. */
function textsOf(html: string): string[] {
  const read = html
    .replace(/<(script|style)\b.*?<\/\1>|<figure\b.*?<\/figure>|<!-- -->/gs, '')
    .replace(/<a\b[^>]* lang="[^>]*>.*?<\/a>/gs, '');
  const attributes = read.matchAll(
    /\s(?:alt|title|placeholder|aria-(?:label|description|roledescription)|content)="([^"]*)"/g,
  );
  const parts = [
    ...read.replace(/<[^>]+>/g, '\n').split('\n'),
    ...[...attributes].map(([, a]) => a),
  ];
  return parts
    .map((part = '') => part.replace(names, '').trim())
    .filter((part) => /\p{L}{3}/u.test(part));
}

const englishWord =
  /(?<!\p{L})(the|and|of|your|to|with|for|you|is|are|please|by|this|or)(?!\p{L})/iu;
const englishIn = (html: string) => textsOf(html).filter((text) => englishWord.test(text));

describe('pages', () => {
  test.each(translatedPages)('%s shares no sentence with its Spanish page', async (path) => {
    const [english, other] = await Promise.all([
      t.app.inject(path),
      t.app.inject(path === '/' ? '/es' : `/es${path}`),
    ]);
    expect([english.statusCode, other.statusCode]).toEqual([200, 200]);
    expect(english.body).toContain('<html lang="en-US">');
    expect(other.body).toContain('<html lang="es-US">');
    const englishTexts = new Set(textsOf(english.body));
    expect(englishTexts.size).toBeGreaterThan(20);
    // Addresses, places and the machine's own values are equal in both.
    const equal =
      /^(\d|https?:|width|website$|summary_large|noindex|Joliet|Omaha|Fargo|Minneapolis|dispatch|@|\.|#|CDL$|Van$)/;
    const stateNames = new Set<string>(states.map(([, name]) => name));
    const both = textsOf(other.body).filter(
      (text) => englishTexts.has(text) && !equal.test(text) && !stateNames.has(text),
    );
    expect(both).toEqual([]);
    expect(englishIn(other.body)).toEqual([]);
  });

  test('Spanish pages link to Spanish pages, and to their English twin', async () => {
    for (const path of translatedPages) {
      const { body } = await t.app.inject(path === '/' ? '/es' : `/es${path}`);
      const twin = path.replace(/\?.*/, '');
      const links = [...body.matchAll(/<(?:a|form)\b[^>]*\b(?:href|action)="(\/[^"]*)"[^>]*>/g)];
      const inEnglish = links.filter(([, to = '']) => !/^\/es(\/|$)/.test(to));
      expect(links.length).toBeGreaterThan(10);
      expect(new Set(inEnglish.map(([, to]) => to))).toEqual(new Set([twin]));
      expect(inEnglish.every(([tag]) => tag.includes('lang="en"'))).toBe(true);
    }
  });

  test('name each other for search engines', async () => {
    const { publicUrl } = t.ctx.config;
    for (const path of ['/careers', '/es/careers']) {
      const { body } = await t.app.inject(path);
      expect(body).toContain(`rel="canonical" href="${publicUrl}${path}"`);
      expect(body).toContain(`hrefLang="en" href="${publicUrl}/careers"`);
      expect(body).toContain(`hrefLang="es" href="${publicUrl}/es/careers"`);
      expect(body).toContain(`hrefLang="x-default" href="${publicUrl}/careers"`);
    }
    const map = (await t.app.inject('/sitemap.xml')).body;
    expect(map).toContain(`<loc>${publicUrl}/es</loc>`);
    expect(map).toContain(`<loc>${publicUrl}/es/careers</loc>`);
  });

  test('the same page as data, for a navigation', async () => {
    const { statusCode, body } = await t.app.inject('/es/careers.data');
    expect([statusCode, body.includes('departments')]).toEqual([200, true]);
  });

  test('a missing page and dead links say so in Spanish', async () => {
    const code = 'x'.repeat(43);
    const dead = ['inquiry', 'application/status', 'testimonial', 'reset'];
    for (const path of ['no/such/page', 'testimonial/x', ...dead.map((at) => `${at}/${code}`)]) {
      const { statusCode, body } = await t.app.inject(`/es/${path}`);
      expect([path, statusCode]).toEqual([path, 404]);
      expect(body).toMatch(/No encontramos esta página\.|Este enlace no funciona/);
      expect(englishIn(body)).toEqual([]);
    }
  });

  test('a refused form says so in Spanish', async () => {
    const post = (url: string, origin: string) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin };
      return t.app.inject({ method: 'POST', url, headers, payload: 'a=1' });
    };
    const page = (await post('/es/about', t.ctx.config.publicUrl)).body;
    expect([page.includes('405'), englishIn(page)]).toEqual([true, []]);
    const foreign = await post('/es/inquiry', 'https://elsewhere.example');
    expect(foreign.json().error).toMatch(/^Este formulario vino de otro sitio\./);
  });
});

describe('the home page', () => {
  const visit = { 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' };
  const statusOf = async (url: string, headers: Record<string, string>) => {
    const { statusCode, headers: sent } = await t.app.inject({ url, headers });
    return [statusCode, sent.location, sent['cache-control']];
  };

  test('sends a Spanish browser from outside to Spanish, also when the page is stored', async () => {
    const home = [200, undefined, 'no-cache'];
    expect(await statusOf('/', visit)).toEqual(home);
    expect(await statusOf('/', { ...visit, ...spanish })).toEqual([302, '/es', 'no-store']);
    const search = await statusOf('/?utm_source=mail', { ...visit, ...spanish });
    expect(search).toEqual([302, '/es?utm_source=mail', 'no-store']);
    expect(await statusOf('/', visit)).toEqual(home);
  });

  test.each([
    ['a link of our pages', { ...visit, 'sec-fetch-site': 'same-origin', ...spanish }],
    ['a crawler', spanish],
    ['a browser that prefers English', { ...visit, 'accept-language': 'en,es;q=0.9' }],
    ['a script', { ...visit, 'sec-fetch-mode': 'cors', ...spanish }],
  ])('stays for %s', async (_who, headers) => {
    expect((await statusOf('/', headers))[0]).toBe(200);
  });

  test('no other page redirects', async () => {
    for (const url of ['/es', '/careers', '/login', '/portal']) {
      expect((await statusOf(url, { ...visit, ...spanish }))[0], url).toBe(200);
    }
  });
});

describe('the language of an account', () => {
  const path = '/api/user/language';
  const put = (language: unknown, headers: object = t.employee.headers) =>
    t.app.inject({ method: 'PUT', url: path, headers: { ...headers }, payload: { language } });

  test('is none until one is chosen, and belongs to its owner', async () => {
    const read = async (headers: object) =>
      (await t.app.inject({ url: path, headers: { ...headers } })).json();
    expect(await read(t.employee.headers)).toEqual({ language: null });
    expect((await put('es')).json()).toEqual({ language: 'es' });
    expect((await put('es')).json()).toEqual({ language: 'es' });
    expect(await read(t.employee.headers)).toEqual({ language: 'es' });
    expect(await read(t.admin.headers)).toEqual({ language: null });
    const refused = await put('de');
    expect([refused.statusCode, refused.json().fields]).toEqual([
      400,
      { language: 'Choose one of: en, es.' },
    ]);
    expect((await put('en', {})).statusCode).toBe(401);
  });
});

describe('answers', () => {
  test('every error has Spanish', () => {
    const missing = Object.entries(errorTypes).filter(
      ([, { message }]) => spanishOf(message) === message,
    );
    expect(missing.map(([code]) => code)).toEqual([]);
  });

  test('fields and their sentences with values are Spanish, in any order of requests', async () => {
    const request = (headers: object) =>
      t.app.inject({
        method: 'POST',
        url: '/api/careers',
        headers: { ...t.admin.headers, ...headers },
        payload: sampleBody('createJob', {
          position: 'x'.repeat(20_000),
          department: '?',
          location: '',
        }),
      });
    const answers = await Promise.all([spanish, {}, spanish, {}].map(request));
    const [es, en] = answers.map((answer) => answer.json());
    expect(en.fields.location).toBe('This field is required.');
    expect(en.fields.position).toMatch(/^Use at most [\d,]+ characters\.$/);
    expect(es.fields.location).toBe('Este campo es obligatorio.');
    expect(es.fields.position).toMatch(/^Use como máximo [\d,]+ caracteres\.$/);
    expect(es.fields.department).toMatch(/^Elija una de estas opciones: All, /);
    expect(answers[2]?.json()).toEqual({ ...es, request_id: expect.any(String) });
    expect(answers[3]?.json()).toEqual({ ...en, request_id: expect.any(String) });
  });
});
