import { expect, test } from 'vitest';
import type { Job } from '#contract/jobs.ts';
import { send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';
import { clearTables } from '#tests/records/stored.ts';

const job = {
  position: 'Car hauler, regional',
  location: 'Joliet, IL',
  department: 'Logistics',
  datePosted: '2026-11-02',
  companyInformation: 'A family that hauls cars.',
  roleInformation: 'Load, drive, unload.',
  jobResponsibilities: 'Load nine cars\r\nDrive them\nUnload them',
  skills: 'CDL-A',
  descriptionOfBenefits: '',
  companyCulture: 'We answer the phone.',
};

onBothWhenFull('careers', (engine) => {
  const t = suiteApp(engine);

  const post = (body: object) => send(t, 'POST', '/api/careers', t.admin, body);
  const put = (id: number, body: object) => send(t, 'PUT', `/api/careers/${id}`, t.admin, body);
  const made = async (values: object = {}): Promise<Job> => {
    const { id } = (await post({ ...job, ...values })).json();
    return (await t.app.inject(`/api/careers/${id}`)).json();
  };
  const read = async (id: number) => (await t.app.inject(`/api/careers/${id}`)).json();
  const list = async (headers = {}): Promise<Job[]> =>
    (await t.app.inject({ url: '/api/careers', headers })).json();

  test('each read sees a new, a changed and a deleted job at once; a stale change is refused', async () => {
    const stored = await made();
    const { id } = stored;
    const jobResponsibilities = 'Load nine cars\nDrive them\nUnload them';
    expect(stored).toMatchObject({ ...job, jobResponsibilities, openings: null, version: 1 });
    expect(await list()).toContainEqual(stored);
    expect((await put(id, { position: "Driver's mate", version: 1 })).statusCode).toBe(200);
    const changed = { ...stored, position: "Driver's mate", version: 2 };
    expect([await read(id), await list()]).toEqual([changed, expect.arrayContaining([changed])]);
    const stale = await put(id, { position: 'Too late', version: 1 });
    expect([stale.statusCode, stale.json().current]).toMatchObject([409, changed]);
    expect((await send(t, 'DELETE', `/api/careers/${id}`, t.admin)).statusCode).toBe(200);
    expect([(await read(id)).code, await list()]).toEqual([
      'job_deleted',
      expect.not.arrayContaining([changed]),
    ]);
  });

  test('keeps pay and schedule, and changes only the keys that are sent', async () => {
    const terms = {
      ...{ payMin: 25.5, payMax: 29, payPeriod: 'hour', homeTime: 'Home every weekend' },
      ...{ shift: 'Nights', employmentType: 'full_time', validThrough: '2126-12-31' },
      ...{ openings: 4, pinned: 1, pinOrder: 3 },
    };
    const { id } = await made(terms);
    await put(id, { position: 'Night driver' });
    expect(await read(id)).toMatchObject({ ...terms, position: 'Night driver' });
    const noTerms = {
      payMin: null,
      payMax: null,
      payPeriod: '',
      validThrough: null,
      pinOrder: null,
    };
    await put(id, noTerms);
    expect(await read(id)).toMatchObject({ ...terms, ...noTerms });
  });

  test('keeps Spanish versions beside the English, and no field where there is none', async () => {
    const spanish = { positionEs: 'Chofer de madrina', jobResponsibilitiesEs: 'Cargar\nManejar' };
    const stored = await made({ ...spanish, position_es: 'x', shiftEs: '' });
    expect(stored).toMatchObject(spanish);
    expect(Object.keys(stored).filter((key) => key.endsWith('Es'))).toEqual(Object.keys(spanish));
    await put(stored.id, { positionEs: '', skillsEs: 'CDL clase A' });
    const { positionEs: _, ...rest } = stored;
    const changed = { ...rest, skillsEs: 'CDL clase A', version: 2 };
    expect(await read(stored.id)).toEqual(changed);
    const spoken = await list({ 'accept-language': 'es' });
    const { position, skillsEs } = changed;
    expect(spoken.find(({ id }) => id === stored.id)).toMatchObject({ position, skillsEs });
  });

  test.each([
    [{ payMin: 30 }, { payPeriod: 'Choose the pay period.' }],
    [
      { payMin: 30, payMax: 29.99, payPeriod: 'hour' },
      { payMax: 'Enter an amount no lower than the minimum pay.' },
    ],
  ])('refuses %j', async (terms, fields) => {
    const response = await post({ ...job, ...terms });
    expect([response.statusCode, response.json().fields]).toEqual([400, fields]);
  });

  test('lists pinned jobs first in their order, the rest by date', async () => {
    await clearTables(t, 'jobs');
    await t.ctx.responseCache.invalidate();
    for (const values of [
      { position: 'third', pinned: 1 },
      { position: 'second', pinned: 1, pinOrder: 2 },
      { position: 'first', pinned: 1, pinOrder: 1, datePosted: '2020-01-01' },
      { position: 'newest', datePosted: '2033-01-01', pinOrder: 1 },
    ]) {
      await post({ ...job, datePosted: '2032-01-01', ...values });
    }
    const positions = (await list()).map(({ position }) => position);
    expect(positions.slice(0, 4)).toEqual(['first', 'second', 'third', 'newest']);
  });
});
