import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { send } from '#tests/fixtures/requests.ts';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { suiteApp } from '#tests/harness/app.ts';

const publicUrl = 'https://www.example.com';
const t = suiteApp('sqlite', { config: { publicUrl } });

const postJob = (values: object = {}) => createId(t, 'createJob', { ...values });

/** The leaf elements of each `entry` of an XML document; fails where an element isn't closed by its own end tag. */
function entriesOf(xml: string, entry: string): Record<string, string>[] {
  const entries: Record<string, string>[] = [];
  const path: string[] = [];
  let text = '';
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name);
        text = '';
        if (name === entry) entries.push({});
      },
      ontext(part) {
        text += part;
      },
      onclosetag(name, isImplied) {
        expect(isImplied && name !== 'atom:link', `${name} is closed`).toBe(false);
        expect(path.pop()).toBe(name);
        const current = entries.at(-1);
        if (current && path.at(-1) === entry) current[name] = text;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  expect(path).toEqual([]);
  return entries;
}

const feed = async (path: string) => {
  const response = await t.app.inject(path);
  expect(response.statusCode).toBe(200);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no spelling for them
  expect(response.body).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
  expect(response.body.isWellFormed()).toBe(true);
  return response;
};
const indeed = async (id: number) => {
  const entries = entriesOf((await feed('/careers.xml')).body, 'job');
  return entries.filter(({ requisitionid }) => requisitionid === String(id));
};
const rss = async (id: number) => {
  const entries = entriesOf((await feed('/careers.rss')).body, 'item');
  return entries.filter(({ link }) => link === `${publicUrl}/careers/${id}`);
};

test('a job is in both feeds with the fields that Indeed accepts', async () => {
  const place = { position: 'Yard lead', location: 'Joliet, IL', department: 'Logistics' };
  const id = await postJob({
    ...{ ...place, datePosted: '2026-11-02', validThrough: '2126-12-31' },
    ...{ payMin: 25.5, payMax: 29, payPeriod: 'hour', employmentType: 'full_time' },
    jobResponsibilities: 'Load & drive\nUnload <b>cars</b>',
  });
  const url = `${publicUrl}/careers/${id}`;
  const company = 'Kestrel Auto Transport';
  const list = '<ul><li>Load & drive</li><li>Unload ‹b›cars‹/b›</li></ul>';
  expect(await indeed(id)).toEqual([
    {
      ...{ title: 'Yard lead', date: '2026-11-02T06:00:00.000Z', expirationdate: '2126-12-31' },
      ...{ referencenumber: String(id), requisitionid: String(id), url },
      ...{ company, sourcename: company, streetaddress: '2140 Millsdale Road' },
      ...{ city: 'Joliet', state: 'IL', country: 'US', postalcode: '60433' },
      description: expect.stringContaining(list),
      ...{ salary: '$25.50 to $29.00 per hour', jobtype: 'fulltime', category: 'Logistics' },
    },
  ]);
  const pubDate = 'Mon, 02 Nov 2026 06:00:00 GMT';
  expect(await rss(id)).toMatchObject([{ title: 'Yard lead, Joliet, IL', guid: url, pubDate }]);
  for (const [path, type] of [
    ['/careers.xml', 'xml'],
    ['/careers.rss', 'rss+xml'],
  ]) {
    const { headers } = await feed(path ?? '');
    expect(headers['content-type']).toBe(`application/${type}; charset=utf-8`);
  }
});

test('a job in two cities is two entries for Indeed, each with its own reference', async () => {
  const id = await postJob({ location: 'Joliet, IL and Omaha, Nebraska' });
  expect(await indeed(id)).toMatchObject([
    { city: 'Joliet', state: 'IL', referencenumber: String(id) },
    { city: 'Omaha', state: 'NE', referencenumber: `${id}-2` },
  ]);
});

test.each([
  ']]></title><job><title>x',
  '<!-- & &amp; <![CDATA[ ]]> -->',
  '"\'</item><script>alert(1)</script>',
  'Señor conductor 🚚 日本',
])('%j stays text in both feeds', async (position) => {
  const id = await postJob({ position, roleInformation: position });
  expect((await indeed(id)).map(({ title }) => title)).toEqual([position]);
  const [item, ...others] = await rss(id);
  expect(item?.title?.startsWith(position)).toBe(true);
  expect(item?.description).toContain(position);
  expect(others).toEqual([]);
});

test('a closed or deleted job leaves both feeds at once, and an unchanged feed is a 304', async () => {
  const id = await postJob();
  const { headers } = await feed('/careers.xml');
  const again = { url: '/careers.xml', headers: { 'if-none-match': String(headers.etag) } };
  expect((await t.app.inject(again)).statusCode).toBe(304);
  const url = `/api/careers/${id}`;
  await send(t, 'PUT', url, t.admin, { closed: 1 });
  expect([await indeed(id), await rss(id)]).toEqual([[], []]);
  expect((await t.app.inject(again)).statusCode).toBe(200);
  const other = await postJob();
  await send(t, 'DELETE', `/api/careers/${other}`, t.admin);
  expect([await indeed(other), await rss(other)]).toEqual([[], []]);
});
