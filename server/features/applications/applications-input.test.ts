import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/harness/app.ts';
import {
  applicationsOf,
  experience,
  reference,
  whole,
} from '../../../tests/harness/applications.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { pdfOf } from '../../../tests/harness/multipart.ts';

onBothDatabases('invalid applications', (engine) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await startApp(engine);
  });
  afterAll(() => t.close());

  const { post, postForm, list, kept } = applicationsOf(() => t);

  const long = 'x'.repeat(101);
  test.each<[string, Record<string, unknown>, string]>([
    ...Object.keys(whole).flatMap((name): [string, Record<string, unknown>, string][] => [
      [`${name} missing`, { [name]: undefined }, name],
      [`${name} empty`, { [name]: '' }, name],
      [`${name} null`, { [name]: null }, name],
      [`${name} a list`, { [name]: ['x'] }, name],
      [`${name} with NUL`, { [name]: 'a\u0000b' }, name],
    ]),
    ['a name of spaces', { first_name: '   ' }, 'first_name'],
    ['a name too long', { first_name: long }, 'first_name'],
    ['half a character', { last_name: 'a\ud800' }, 'last_name'],
    ['no address', { email: 'anna@' }, 'email'],
    ['an unknown state', { state: 'XX' }, 'state'],
    ['an unknown gender', { gender: 'male' }, 'gender'],
    ['a day that does not exist', { cdl_expiration_date: '2026-02-30' }, 'cdl_expiration_date'],
    [
      'an instant for a day',
      { cdl_expiration_date: '2026-02-03T00:00:00Z' },
      'cdl_expiration_date',
    ],
    ['a flag of 2', { has_dot_card: 2 }, 'has_dot_card'],
    ['minus one year', { car_hauling_experience_years: -1 }, 'car_hauling_experience_years'],
    ['half a year', { car_hauling_experience_years: 1.5 }, 'car_hauling_experience_years'],
    ['rows that are no list', { workExperiences: '{}' }, 'workExperiences'],
    ['rows that are no JSON', { references: '[{' }, 'references'],
    ['51 rows', { references: Array.from({ length: 51 }, () => reference) }, 'references'],
    ['a row without its parts', { references: [reference, { phone: '1' }] }, 'references.1.email'],
    ['a row that is a text', { workExperiences: ['x'] }, 'workExperiences.0'],
    [
      'a job that ended before it began',
      { workExperiences: [{ ...experience, to_date: '2019-02-27' }] },
      'workExperiences.0.to_date',
    ],
  ])('%s is 400 and stores nothing', async (_, change, name) => {
    const [before, files] = [(await list()).rows.length, await kept()];
    const { status, body } = await post({ ...whole, ...change });
    expect({ status, names: Object.keys(body.fields ?? {}) }).toEqual({
      status: 400,
      names: expect.arrayContaining([name]),
    });
    const form = Object.entries({ ...whole, ...change }).filter(([, value]) => value != null);
    const sent = Object.fromEntries(
      form.map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
    );
    // JSON text in a text field is plain text, and UTF-8 has no lone surrogates.
    const onlyJson = change.last_name === 'a\ud800';
    if (!onlyJson && (!Array.isArray(Object.values(change)[0]) || name.includes('.'))) {
      expect((await postForm(sent, pdfOf())).status).toBe(400);
    }
    expect((await list()).rows.length).toBe(before);
    expect(await kept()).toEqual(files);
  });

  test('accepts camelCase keys in rows and stores unanswered flags as 0', async () => {
    const { status, body } = await post({
      ...whole,
      has_dot_card: null,
      workExperiences: [
        { company: 'Prairie', position: 'Driver', fromDate: '2020-02-29', isCurrent: true },
      ],
      references: [
        { firstName: 'Ada', lastName: 'Nun', phone: '815-555-0101', email: 'ada@example.com' },
      ],
    });
    expect(status, JSON.stringify(body)).toBe(201);
    const stored = (await list()).rows.find((row: { id: number }) => row.id === body.id);
    expect(stored).toMatchObject({
      has_dot_card: 0,
      work_experiences: [{ from_date: '2020-02-29', is_current: 1 }],
      work_references: [{ first_name: 'Ada', last_name: 'Nun' }],
    });
  });

  test('returns the form’s message when a required field is missing', async () => {
    expect((await post({ ...whole, city: '' })).body.error).toBe(
      'Please fill in all required fields.',
    );
    expect((await post([] as never)).status).toBe(400);
  });
});
