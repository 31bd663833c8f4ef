/** Changes of one record that several people or nodes make at once, on both databases: constraints and locks decide. */
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { maxCannedReplies } from '#contract/canned-replies.ts';
import { removeApplications } from '#server/features/applications/applications-erasing.ts';
import { deleteDocument } from '#server/features/driver-file/driver-file-removal.ts';
import { getInquiryForUpdate } from '#server/features/inquiries/inquiries.service.ts';
import { addVins } from '#server/features/inquiries/inquiry-vehicles.service.ts';
import { writeTransaction } from '#server/platform/writes/writes.ts';
import { pixel, replyOf, send } from './fixtures/requests.ts';
import { createId } from './fixtures/valid-requests.ts';
import { sessionActorOf, suiteApp, type TestPerson } from './harness/app.ts';
import { claimsOf } from './harness/claims.ts';
import { onBothDatabases } from './harness/databases.ts';
import { documentsOf, idsOf } from './harness/documents.ts';
import { driverFilesOf } from './harness/driver-files.ts';
import { employeeFilesOf } from './harness/employee-files.ts';
import { employeeOf } from './harness/employees.ts';
import { isFull } from './harness/is-full.ts';
import { formBody, pdfOf } from './harness/multipart.ts';
import { makeInquiry } from './harness/testimonials.ts';
import {
  addApplicationDocument,
  applicationForm,
  applicationOf,
  applied,
  apply,
  whole,
} from './records/hiring.ts';
import { read, rowsOf } from './records/stored.ts';

onBothDatabases('of simultaneous calls', (engine) => {
  const t = suiteApp(engine);
  const documents = documentsOf(() => t);
  const office = employeeFilesOf(() => t);
  let berta: TestPerson;
  beforeAll(async () => {
    await employeeOf(t, t.employee.userId);
    berta = await t.person('berta', 'employee');
  });

  const call = (method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object, by = t.admin) =>
    send(t, method, url, by, body);
  /** The sorted statuses of all calls. */
  const statusesOf = async (calls: readonly ReturnType<typeof call>[]) =>
    (await Promise.all(calls)).map(({ statusCode }) => statusCode).toSorted();
  async function assignedFile() {
    const file = await office.assignFile([t.employee]);
    return { file, assignment: await office.assignmentOf(file, t.employee) };
  }
  const hireAs = (id: number, username = `u ${randomUUID()}`) =>
    call('POST', `/api/application/${id}/hire`, {
      ...{ username, department: 'Logistics', position: 'Driver', hire_date: '2026-12-01' },
    });

  test('an applicant withdraws once', async () => {
    const { code } = await applied(t);
    const withdraw = () => call('POST', `/api/application/status/${code}/withdraw`);
    expect(await statusesOf([withdraw(), withdraw()])).toEqual([200, 409]);
  });

  test('of two moves of an application with a version one wins', async () => {
    const { id } = await applied(t);
    const move = (stage: string) =>
      call('PUT', `/api/application/${id}`, { stage, notify: 1, version: 1 });
    const before = (await rowsOf(t, 'outbox')).length;
    expect(await statusesOf([move('reviewed'), move('declined')])).toEqual([200, 409]);
    expect(await rowsOf(t, 'outbox')).toHaveLength(before + 1);
  });

  test('of two hires of an applicant one makes an account', async () => {
    const { id } = await applied(t);
    const before = (await rowsOf(t, 'users')).length;
    expect(await statusesOf([hireAs(id), hireAs(id)])).toEqual([201, 409]);
    expect(await rowsOf(t, 'users')).toHaveLength(before + 1);
  });

  test.each(['application', 'document', 'both at once'])(
    'a file of an application and a driver file goes with the later of them: %s first',
    async (order) => {
      const person = { ...whole, email: `${randomUUID()}@example.com` };
      const { id } = (await apply(t, applicationForm(person, pdfOf('Resume')))).body;
      const keys = [await addApplicationDocument(t, id), (await applicationOf(t, id)).resume_path];
      const { employee_id } = (await hireAs(id)).json();
      const history = await driverFilesOf(() => t).history(employee_id, 'sent_documents');
      expect(history).toHaveLength(2);
      const actor = sessionActorOf(t.admin);
      const application = () =>
        writeTransaction(t.ctx, actor, (write) => removeApplications(t.ctx, write, [id]));
      const document = async () => {
        for (const { document_id } of history) await deleteDocument(t.ctx, document_id, actor);
      };
      const stored = async () => {
        const objects = (await rowsOf(t, 'objects')).map(({ key }) => key);
        return keys.filter((key) => objects.includes(String(key)));
      };
      const [first, second] =
        order === 'document' ? [document, application] : [application, document];
      if (order === 'both at once') await Promise.all([first(), second()]);
      else {
        await first();
        expect(await stored()).toEqual(keys);
        await second();
      }
      expect(await stored()).toEqual([]);
    },
  );

  test('of updates of a damage with its version one wins', async () => {
    const id = await createId(t, 'createDamage');
    const update = (damage_amount: number) =>
      call('PUT', `/api/damages/${id}`, { damage_amount, version: 1 });
    expect(await statusesOf([1, 2, 3, 4].map(update))).toEqual([200, 409, 409, 409]);
    expect(await rowsOf(t, 'damages', { damage_id: id })).toMatchObject([{ version: 2 }]);
  });

  test('a user gets one employee record', async () => {
    const user_id = await createId(t, 'createUser');
    const add = (first_name: string) => call('POST', '/api/employees', { user_id, first_name });
    expect(await statusesOf(['A', 'B', 'C'].map(add))).toEqual([201, 409, 409]);
  });

  test('of two moves of the same people to departments one wins', async () => {
    const ids = [await createId(t, 'createEmployee'), await createId(t, 'createEmployee')];
    const move = (department: string, order: readonly number[]) =>
      call('PUT', '/api/employees/department', {
        department,
        employees: order.map((employee_id) => ({ employee_id, version: 1 })),
      });
    const replies = await Promise.all([move('Yard', ids), move('Dock', ids.toReversed())]);
    const statuses = replies.map(({ statusCode }) => statusCode);
    expect(statuses.toSorted()).toEqual([200, 409]);
    const department = statuses[0] === 200 ? 'Yard' : 'Dock';
    for (const employee_id of ids) {
      const [row] = await rowsOf(t, 'employees', { employee_id });
      expect(row).toMatchObject({ department, version: 2 });
    }
  });

  test('canned replies end at their number', async () => {
    const row = { title: 'a', text: 'b', created_at: '' };
    const many = Array.from({ length: maxCannedReplies - 1 }, () => row);
    await t.ctx.db.insertInto('canned_replies').values(many).execute();
    const add = (text: string) => call('POST', '/api/canned-replies', { title: 'One', text });
    expect(await statusesOf([add('last'), add('too many')])).toEqual([201, 409]);
  });

  test('openings and confirmations of a document are one receipt', async () => {
    const user_ids = [t.employee.userId];
    const file_id = await documents.document('training', { user_ids, acknowledge: 1 });
    const { file_path } = await documents.one('training', file_id, t.employee);
    const many = Array.from({ length: 10 });
    await Promise.all(many.map(() => documents.open(file_path, t.employee)));
    const confirm = () => documents.acknowledge(file_id, t.employee);
    const responses = await Promise.all(many.map(confirm));
    const message = 'Thank you. The office can see that you have read this.';
    for (const response of responses) expect(replyOf(response)).toEqual([200, { message }]);
    const at = expect.any(String);
    const times = { delivered_at: at, opened_at: at, acknowledged_at: at };
    const [user_id, receipt] = [t.employee.userId, { file_id, revision: 1 }];
    expect(await rowsOf(t, 'document_receipts', { file_id })).toEqual([
      { ...receipt, user_id, ...times },
    ]);
    const counts = { opened_count: 1, acknowledged_count: 1 };
    expect(await documents.one('training', file_id)).toMatchObject(counts);
  });

  test('receipts of the old content never count while a document is replaced', async () => {
    for (let round = 0; round < 2; round += 1) {
      const fields = { user_ids: [berta.userId], acknowledge: 1 };
      const file_id = await documents.document('training', fields);
      const { file_path } = await documents.one('training', file_id, berta);
      const people = { user_ids: idsOf([berta, t.employee]) };
      const [, replaced] = await Promise.all([
        documents.open(file_path, berta).catch(() => undefined),
        documents.update('training', file_id, people, pdfOf(randomUUID())),
        documents.acknowledge(file_id, berta),
      ]);
      expect(replaced.statusCode, replaced.body).toBe(200);
      const current = await rowsOf(t, 'document_receipts', { file_id, revision: 2 });
      expect(await documents.one('training', file_id)).toMatchObject({
        opened_count: current.filter((row) => row.opened_at).length,
        acknowledged_count: current.filter((row) => row.acknowledged_at).length,
      });
    }
  });

  test('VINs that a sender adds to an inquiry are stored once each', async () => {
    const id = await makeInquiry(t, 'quoted');
    const vins = ['1M8GDM9AXKP042788', '1M8GDM9A1KP042788', '1HGCM82633A004352'];
    const found = vins.map((vin) => ({ vin, is_valid: true, year: 1989 }));
    const add = (some: typeof found) =>
      t.ctx.db.transaction().execute(async (tx) => {
        await addVins(tx, (await getInquiryForUpdate(tx, id)).id, some);
      });
    await Promise.all([add(found.slice(0, 2)), add(found.slice(1)), add(found)]);
    const stored = (await read(t, `/api/inquiries/${id}`)).vins;
    expect(stored.map(({ vin }: { vin: string }) => vin).toSorted()).toEqual(vins.toSorted());
  });

  test('two imports of one file store it once', async () => {
    const value = [
      'Position,Location,Department,Date posted,Company information,Role information,Responsibilities,Requirements,Company culture',
      'Racer,"Peoria, IL",All,2026-01-02,a,b,c,d,e',
    ].join('\n');
    const file = { name: 'file', value, filename: 'list.csv' };
    const add = () => call('POST', '/api/import/jobs', formBody({}, file));
    expect(await statusesOf([add(), add()])).toEqual([201, 201]);
    expect(await rowsOf(t, 'jobs', { position: 'Racer' })).toHaveLength(1);
  });

  test('a link of an export opens five times on all nodes together, each recorded (SEC34)', async () => {
    const ask = async (list: string): Promise<string> =>
      (await call('POST', '/api/exports', { list, format: 'csv', filter: '' })).json().url;
    const url = await ask('users');
    for (let n = 0; n < 8; n += 1) {
      expect((await t.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
    }
    const opened = await Promise.all(Array.from({ length: 12 }, () => t.app.inject(url)));
    expect(opened.filter(({ statusCode }) => statusCode === 200)).toHaveLength(5);
    expect(replyOf(await t.app.inject(url))).toEqual([
      403,
      expect.objectContaining({
        code: 'link_expired',
        error: 'This link was opened five times. Go back and export again.',
      }),
    ]);
    const entry = { user_id: t.admin.userId, target_id: 'users', ip: '127.0.0.1' };
    expect(await rowsOf(t, 'audit', { action: 'data.open' }, 'id')).toMatchObject(
      [1, 2, 3, 4, 5].map((opening) => ({ ...entry, detail: JSON.stringify({ opening }) })),
    );
    expect((await t.app.inject(await ask('jobs'))).statusCode).toBe(200);
  });

  test('photos that arrive while the damage is deleted leave nothing behind', async () => {
    const { report, addPhoto } = claimsOf(() => t);
    for (let round = 0; round < 2; round += 1) {
      const id = await report(t.employee);
      const [added, removed] = await Promise.all([
        addPhoto(id, t.employee, pixel),
        call('DELETE', `/api/damages/${id}`),
      ]);
      expect([201, 404]).toContain(added.statusCode);
      expect(removed.statusCode).toBe(200);
    }
    const keys = await documents.stored();
    expect(keys.filter((key) => key.startsWith('claims/'))).toEqual([]);
  });

  test('submissions are numbered without a gap (SEC29)', async () => {
    const count = isFull ? 50 : 10;
    const { assignment } = await assignedFile();
    const submit = () => office.trySubmit(assignment, t.employee);
    const statuses = await statusesOf(Array.from({ length: count }, submit));
    expect(new Set(statuses)).toEqual(new Set([201]));
    const numbers = (await office.versions(assignment)).map(({ version_number }) => version_number);
    expect(numbers).toEqual(Array.from({ length: count }, (_, index) => count - index));
  });

  test('submissions are rejected or deleted when their file is deleted', async () => {
    const before = await documents.stored();
    for (let round = 0; round < 2; round += 1) {
      const { file, assignment } = await assignedFile();
      const [deleted, ...sent] = await Promise.all([
        office.remove('employee-files', file),
        office.trySubmit(assignment, t.employee),
        office.trySubmit(assignment, t.employee),
      ]);
      expect(deleted.statusCode, deleted.body).toBe(200);
      for (const { statusCode } of sent) expect([201, 404]).toContain(statusCode);
      expect(await documents.stored()).toEqual(before);
    }
  });
});
