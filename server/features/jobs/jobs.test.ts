import { expect, test } from 'vitest';
import { replyOf, send } from '#tests/fixtures/requests.ts';
import { suiteApp } from '#tests/harness/app.ts';
import { onBothWhenFull } from '#tests/harness/databases.ts';

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

/** The optional fields of a job that was posted without them. */
const noTerms = {
  payMin: null,
  payMax: null,
  payPeriod: '',
  homeTime: '',
  shift: '',
  employmentType: '',
  validThrough: null,
  openings: 1,
  pinned: 0,
  pinOrder: null,
};

onBothWhenFull('careers', (engine) => {
  const t = suiteApp(engine);

  const post = (body: object) => send(t, 'POST', '/api/careers', t.admin, body);
  const put = (id: number, body: object) => send(t, 'PUT', `/api/careers/${id}`, t.admin, body);
  const read = (id: number) => t.app.inject({ url: `/api/careers/${id}` });
  const remove = (id: number) => send(t, 'DELETE', `/api/careers/${id}`, t.admin);

  test('creates, reads, updates and deletes a job; each read sees it at once', async () => {
    const made = await post(job);
    expect(replyOf(made)).toEqual([
      201,
      { message: 'Job added successfully!', id: expect.any(Number) },
    ]);
    const { id } = made.json();
    const stored = {
      ...job,
      ...noTerms,
      closedOn: null,
      jobResponsibilities: 'Load nine cars\nDrive them\nUnload them',
      id,
      version: 1,
    };
    expect((await read(id)).json()).toEqual(stored);
    expect((await t.app.inject({ url: '/api/careers' })).json()).toContainEqual(stored);

    const changed = await put(id, { position: "Driver's mate", version: 1 });
    expect(replyOf(changed)).toEqual([200, { message: 'Job updated successfully!' }]);
    expect((await read(id)).json()).toEqual({ ...stored, position: "Driver's mate", version: 2 });

    const stale = await put(id, { position: 'Too late', version: 1 });
    expect(stale.statusCode).toBe(409);
    expect(stale.json().current).toMatchObject({ position: "Driver's mate", version: 2 });

    const gone = await remove(id);
    expect(replyOf(gone)).toEqual([200, { message: 'Job deleted successfully!' }]);
    expect((await read(id)).statusCode).toBe(404);
    expect((await remove(id)).statusCode).toBe(404);
    expect((await put(id, { position: 'x' })).statusCode).toBe(404);
  });

  test('keeps pay and schedule, and changes only the keys that are sent', async () => {
    const terms = {
      payMin: 25.5,
      payMax: 29,
      payPeriod: 'hour',
      homeTime: 'Home every weekend',
      shift: 'Nights',
      employmentType: 'full_time',
      validThrough: '2126-12-31',
      openings: 4,
      pinned: 1,
      pinOrder: 3,
    };
    const { id } = (await post({ ...job, ...terms })).json();
    expect((await read(id)).json()).toMatchObject(terms);
    await put(id, { position: 'Night driver' });
    expect((await read(id)).json()).toMatchObject({ ...terms, position: 'Night driver' });
    expect((await put(id, noTerms)).statusCode).toBe(200);
    expect((await read(id)).json()).toMatchObject(noTerms);
  });

  test('keeps Spanish versions beside the English, and no field where there is none', async () => {
    const spanish = { positionEs: 'Chofer de madrina', jobResponsibilitiesEs: 'Cargar\nManejar' };
    const { id } = (await post({ ...job, ...spanish, position_es: 'x', shiftEs: '' })).json();
    const stored = (await read(id)).json();
    expect(stored).toEqual({
      ...{ ...job, ...noTerms, ...spanish, id, closedOn: null, version: 1 },
      jobResponsibilities: 'Load nine cars\nDrive them\nUnload them',
    });
    await put(id, { positionEs: '', skillsEs: 'CDL clase A' });
    const { positionEs: _, ...rest } = stored;
    expect((await read(id)).json()).toEqual({ ...rest, skillsEs: 'CDL clase A', version: 2 });
    const listed = (
      await t.app.inject({ url: '/api/careers', headers: { 'accept-language': 'es' } })
    )
      .json()
      .find((one: { id: number }) => one.id === id);
    expect(listed).toMatchObject({ position: job.position, skillsEs: 'CDL clase A' });
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
    const make = async (position: string, values: object) =>
      (await post({ ...job, datePosted: '2032-01-01', position, ...values })).json().id as number;
    const ids = [
      await make('third', { pinned: 1 }),
      await make('second', { pinned: 1, pinOrder: 2 }),
      await make('first', { pinned: 1, pinOrder: 1, datePosted: '2020-01-01' }),
      await make('newest', { datePosted: '2033-01-01', pinOrder: 1 }),
    ];
    const all = (await t.app.inject({ url: '/api/careers' })).json();
    const positions = all.map((entry: { position: string }) => entry.position);
    expect(positions.slice(0, 4)).toEqual(['first', 'second', 'third', 'newest']);
    for (const id of ids) await remove(id);
  });
});
