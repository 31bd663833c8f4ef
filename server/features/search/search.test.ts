import { expect, test } from 'vitest';
import { type Found, maxFound } from '#contract/search.ts';
import { send } from '#tests/fixtures/requests.ts';
import { createId } from '#tests/fixtures/valid-requests.ts';
import { suiteApp, type TestPerson } from '#tests/harness/app.ts';
import { claimsOf } from '#tests/harness/claims.ts';
import { onBothDatabases } from '#tests/harness/databases.ts';
import { documentsOf } from '#tests/harness/documents.ts';
import { employeeOf } from '#tests/harness/employees.ts';
import { smallInquiry } from '#tests/harness/inquiry-sample.ts';
import { apply as sendApplication, whole } from '#tests/records/hiring.ts';
import { rowsOf } from '#tests/records/stored.ts';

onBothDatabases('the search of the portal', (engine) => {
  const t = suiteApp(engine);
  const documents = documentsOf(() => t);

  const search = (by: TestPerson, q: string, headers = {}) =>
    send(t, 'GET', `/api/search?${new URLSearchParams({ q })}`, by, null, headers);
  const found = async (by: TestPerson, q: string): Promise<Found[]> => {
    const response = await search(by, q);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  const inSpanish = async (by: TestPerson, q: string): Promise<Found[]> =>
    (await search(by, q, { 'accept-language': 'es-US' })).json();
  const titles = async (by: TestPerson, q: string) =>
    (await found(by, q)).map(({ kind, title }) => `${kind}: ${title}`);
  const apply = (more: object) => sendApplication(t, { ...whole, ...more });
  const inquire = (company_name: string) =>
    send(t, 'POST', '/api/inquiry', null, { ...smallInquiry, company_name });

  test('an admin finds a person and all records of them, each with its page', async () => {
    const rosa = await t.person('rosa', 'employee');
    const names = { first_name: 'Rosa', last_name: 'O’Zyx' };
    const employee_id = await employeeOf(t, rosa.userId, names);
    await inquire("O'Zyx Motors");
    await apply({ last_name: "O'Zyx" });
    const job = await createId(t, 'createJob', { position: "Driver for O'Zyx" });
    const user_ids = JSON.stringify([rosa.userId]);
    const file = await documents.document('settlements', { user_ids, file_name: 'Week 48' });
    await documents.document('employee-files', { user_ids, file_name: 'W-4' });
    const claim = await claimsOf(() => t).report(rosa);
    const damage_description = `${'Mirror. '.repeat(50)}O'Zyx`;
    const damage = await createId(t, 'createDamage', { employee_id, damage_description });
    const all = await found(t.admin, "  O'ZYX ");
    const like = (pattern: RegExp) => expect.stringMatching(pattern);
    const cut = `${'Mirror. '.repeat(15).slice(0, 119)}…`;
    expect(all.map(({ kind, title, detail, path }) => [kind, title, detail, path])).toEqual([
      [
        ...['person', 'Rosa O’Zyx', like(/ · Car Haul Driver · Operations$/)],
        `/users?q=UID+${rosa.userId}`,
      ],
      [
        ...['inquiry', "O'Zyx Motors", like(/^Yolanda Pruitt · .+ · New$/)],
        like(/^\/inquiries\?inquiry=\d+$/),
      ],
      [
        ...['application', "Anna O'Zyx", like(/^No particular job · A-\d+ · New$/)],
        like(/^\/applications\?application=\d+$/),
      ],
      ['job', "Driver for O'Zyx", like(/./), `/PortalJobs?job=${job}`],
      [...['document', 'W-4', 'Employee Files · Rosa O’Zyx'], '/AdminFiles?q=Rosa+O%E2%80%99Zyx'],
      ['document', 'Week 48', 'Settlements · Rosa O’Zyx', `/Settlements?file=${file}`],
      ['claim', like(/./), like(/./), `/claims?damage=${claim}`],
      ['damage', cut, like(/^#\d+ · /), `/damages?damage=${damage}`],
    ]);
  });

  test('an employee finds the directory, open jobs and what is their own, and nothing of others', async () => {
    const [pia, other] = [await t.person('pia', 'employee'), await t.person('quin', 'employee')];
    for (const person of [pia, other]) {
      const user_ids = JSON.stringify([person.userId]);
      const names = { first_name: 'Pat', last_name: `Quillan ${person.username}` };
      await employeeOf(t, person.userId, names);
      for (const kind of ['settlements', 'employee-files'] as const) {
        const file_name = `Quillan ${kind} ${person.username}`;
        await documents.document(kind, { user_ids, file_name, file_name_es: file_name });
      }
      await claimsOf(() => t).report(person, { note: 'Quillan mirror' });
    }
    await inquire('Quillan Cars');
    await apply({ last_name: 'Quillan' });
    const position = 'Quillan driver';
    await createId(t, 'createJob', { position, positionEs: position });
    await createId(t, 'createJob', { position: 'Quillan clerk', validThrough: '2020-01-31' });

    const own = await found(pia, 'quillan');
    expect(own.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
      'job: Quillan driver',
      `document: Quillan employee-files ${pia.username}`,
      `document: Quillan settlements ${pia.username}`,
      'claim: Quillan mirror',
    ]);
    expect(JSON.stringify(own)).not.toContain(other.username);
    expect(own[1]?.path).toMatch(/^\/EmployeeFiles\?file=\d+$/);
    const ron = { kind: 'person', title: 'Ron Kestrel', path: '/Directory?q=Ron+Kestrel' };
    expect(await found(pia, 'dispatch manager')).toEqual([
      { ...ron, detail: 'Dispatch Manager · 815-555-0111' },
    ]);
    const details = (await inSpanish(pia, 'quillan')).map(({ detail }) =>
      detail.split(' · ').at(-1),
    );
    expect(details.slice(1)).toEqual(['Archivos del empleado', 'Liquidaciones', 'Reportado']);
    // What they see isn't delivered to them.
    expect(await rowsOf(t, 'document_receipts', { user_id: pia.userId })).toEqual([]);
  });

  test('finds words in any order without accents, signs as typed, and at most five of a kind', async () => {
    for (let n = 1; n <= maxFound + 1; n += 1) {
      const position = `Grúa 100%_driver ${n}`;
      await createId(t, 'createJob', { position, datePosted: `2026-01-0${n}` });
    }
    await createId(t, 'createJob', { position: 'Grua 1000 drivers' });
    expect(await titles(t.admin, 'DRIVER grua 100%_')).toEqual(
      [6, 5, 4, 3, 2].map((n) => `job: Grúa 100%_driver ${n}`),
    );
    for (const none of ['gr_a', '%driver%driver', "' or '1'='1", 'grua\\']) {
      expect(await titles(t.admin, none), none).toEqual([]);
    }
  });

  test('finds what Spanish readers see', async () => {
    const lupe = await t.person('lupe', 'employee');
    await createId(t, 'createJob', { position: 'Wheel hand', positionEs: 'Llantero' });
    const user_ids = JSON.stringify([lupe.userId]);
    const names = { file_name: 'Chains.pdf', file_name_es: 'Cadenas.pdf' };
    await documents.document('training', { user_ids, ...names });
    expect(await inSpanish(lupe, 'llantero')).toMatchObject([{ title: 'Llantero' }]);
    expect(await inSpanish(lupe, 'cadenas')).toMatchObject([{ title: 'Cadenas.pdf' }]);
    expect(await titles(lupe, 'chains')).toEqual(['document: Chains.pdf']);
    expect(await titles(t.admin, 'llantero')).toEqual([]);
  });

  test('answers nothing about what applicants say of themselves', async () => {
    await apply({ last_name: 'Zwart', gender: 'Female', race: 'Asian' });
    expect(await titles(t.admin, 'zwart')).toEqual(['application: Anna Zwart']);
    for (const q of ['zwart female', 'zwart asian', 'zwart anna@example.com']) {
      expect(await titles(t.admin, q), q).toEqual([]);
    }
    const [reply] = await found(t.admin, 'zwart');
    expect(Object.keys(reply ?? {}).toSorted()).toEqual(['detail', 'kind', 'path', 'title']);
  });

  test('takes 2 to 100 characters', async () => {
    for (const [q, status] of [
      ['ab', 200],
      ['x'.repeat(100), 200],
      [' a ', 400],
      ['x'.repeat(101), 400],
    ] as const) {
      expect((await search(t.employee, q)).statusCode, q).toBe(status);
    }
  });
});
