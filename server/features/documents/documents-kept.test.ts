import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { documentsOf, formOf } from '../../../tests/harness/documents.ts';

/** What the database keeps beside documents and assignments, counted anew from receipts and accounts. */
async function counted({ ctx: { db } }: TestApp) {
  const open = new Set(
    (await db.selectFrom('users').select('user_id').where('closed_at', 'is', null).execute()).map(
      (row) => row.user_id,
    ),
  );
  const receipts = await db.selectFrom('document_receipts').selectAll().execute();
  const assignments = await db.selectFrom('document_assignments').selectAll().execute();
  const documents = await db.selectFrom('documents').selectAll().orderBy('file_id').execute();
  return documents.map(({ file_id, revision, acknowledge }) => {
    const people = assignments
      .filter((row) => row.file_id === file_id)
      .map(({ user_id, removed_at }) => {
        const seen = receipts.find(
          (row) => row.file_id === file_id && row.user_id === user_id && row.revision === revision,
        );
        const opened = seen?.opened_at ? 1 : 0;
        const acknowledged = seen?.acknowledged_at ? 1 : 0;
        const missing = opened === 0 || (acknowledge === 1 && acknowledged === 0) ? 1 : 0;
        const isActive = removed_at === null;
        expect(isActive && !open.has(user_id)).toBe(false);
        return { user_id, isActive, opened, acknowledged, missing };
      });
    const active = people.filter((person) => person.isActive);
    return {
      file_id,
      people,
      user_ids: active.map((person) => person.user_id).toSorted((one, other) => one - other),
      assigned_count: active.length,
      opened_count: active.filter((person) => person.opened).length,
      acknowledged_count: active.filter((person) => person.acknowledged).length,
    };
  });
}

async function kept({ ctx: { db } }: TestApp) {
  const assignments = await db.selectFrom('document_assignments').selectAll().execute();
  const documents = await db.selectFrom('documents').selectAll().orderBy('file_id').execute();
  return documents.map((document) => ({
    file_id: document.file_id,
    people: assignments
      .filter((row) => row.file_id === document.file_id)
      .map(({ user_id, removed_at, opened, acknowledged, missing }) => ({
        user_id,
        isActive: removed_at === null,
        opened,
        acknowledged,
        missing,
      })),
    user_ids: document.user_ids
      .split(',')
      .filter(Boolean)
      .map(Number)
      .toSorted((one, other) => one - other),
    assigned_count: document.assigned_count,
    opened_count: document.opened_count,
    acknowledged_count: document.acknowledged_count,
  }));
}

/** The same dice each time. */
function dice(seed: number) {
  let state = seed;
  return (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

onBothDatabases('what is kept beside documents', (engine) => {
  let t: TestApp;
  const { document, read, open } = documentsOf(() => t);
  beforeAll(async () => {
    t = await startApp(engine);
  });
  afterAll(() => t.close());

  test('agrees with the receipts after whatever happens', async () => {
    const roll = dice(7);
    const people = [t.admin, t.employee];
    for (const name of ['ada', 'ben', 'cleo', 'dan']) people.push(await t.person(name, 'employee'));
    const some = () => {
      const ids = people.filter(() => roll(2) === 1).map((person) => person.userId);
      return ids.length > 0 ? ids : [t.admin.userId];
    };
    const files = [1, 2, 3];
    for (const n of files) {
      files[n - 1] = await document('training', { user_ids: some(), acknowledge: roll(2) });
    }
    const change = async (id: number, isReplaced: boolean) => {
      const fields = { user_ids: some(), acknowledge: roll(2) };
      const form = formOf(fields);
      const answer = await t.app.inject({
        method: 'PUT',
        url: `/api/training/files/${id}`,
        headers: { ...t.admin.headers, ...(isReplaced ? form.headers : {}) },
        payload: isReplaced ? form.payload : fields,
      });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    const see = async (id: number, who: TestPerson) => {
      const own = await read<{ file_id: number; file_path: string }[]>('/api/training/files', who);
      const found = own.find((row) => row.file_id === id);
      if (found) await open(found.file_path, who);
      const url = `/api/documents/${id}/acknowledge`;
      await t.app.inject({ method: 'POST', url, headers: who.headers });
    };
    const close = async () => {
      const [gone] = people.splice(2, 1);
      const url = `/api/users/${gone?.userId}`;
      const answer = await t.app.inject({ method: 'DELETE', url, headers: t.admin.headers });
      expect(answer.statusCode, answer.body).toBe(200);
    };
    let confirmed = 0;
    for (let step = 0; step < 60; step += 1) {
      const id = files[roll(files.length)] ?? 0;
      if (step === 40) await close();
      else if (roll(4) === 0) await change(id, roll(3) === 0);
      else await see(id, people[roll(people.length)] ?? t.admin);
      const now = await kept(t);
      expect(now).toEqual(await counted(t));
      confirmed += now.filter((row) => row.acknowledged_count > 0).length;
    }
    // Else the dice have shown nothing.
    expect(confirmed).toBeGreaterThan(0);
  });

  test('agrees after accounts were closed while their files were opened, replaced and deleted', async () => {
    for (let round = 0; round < 3; round += 1) {
      const leavers = await Promise.all(
        [1, 2, 3].map(() => t.person(`leaver-${randomUUID()}`, 'employee')),
      );
      const ids = [t.employee.userId, ...leavers.map((who) => who.userId)];
      const files = [0, 0, 0];
      for (const n of files.keys()) {
        files[n] = await document('training', { user_ids: ids, acknowledge: 1 });
      }
      const send = (method: 'PUT' | 'DELETE' | 'POST', url: string, payload?: object) =>
        t.app.inject({ method, url, headers: t.admin.headers, ...(payload && { payload }) });
      const answers = await Promise.all([
        ...leavers.map((who) => send('DELETE', `/api/users/${who.userId}`)),
        ...files.map((id) => send('PUT', `/api/training/files/${id}`, { user_ids: ids.slice(1) })),
        ...files.map((id) => send('POST', '/api/receipts/remind', { file_id: id })),
        ...leavers.map((who) => send('POST', '/api/receipts/remind', { user_id: who.userId })),
        send('DELETE', `/api/training/files/${files[2]}`),
        ...leavers.map((who) => t.app.inject({ url: '/api/training/files', headers: who.headers })),
      ]);
      for (const { statusCode, body } of answers) {
        expect([200, 400, 401, 404, 409], body).toContain(statusCode);
      }
      expect(await kept(t)).toEqual(await counted(t));
    }
  });

  test('a file is given to a thousand people, and taken from them, in one go', async () => {
    const { db } = t.ctx;
    const at = '2026-10-05T12:00:00.000Z';
    const users = Array.from({ length: 1_000 }, () => randomUUID()).map((name) => ({
      username: name,
      username_key: name,
      user_email: '',
      email_key: name,
      phone_number: '',
      password_hash: 'none',
      user_role: 'employee' as const,
      created_at: at,
      closed_at: null,
    }));
    const rows = await db.insertInto('users').values(users).returning('user_id').execute();
    const user_ids = rows.map((row) => row.user_id);
    const id = await document('training', { user_ids });
    const one = async () => (await kept(t)).find((row) => row.file_id === id);
    expect(await one()).toMatchObject({ user_ids, assigned_count: 1_000 });
    const url = `/api/training/files/${id}`;
    const payload = { user_ids: [t.admin.userId] };
    await t.app.inject({ method: 'PUT', url, headers: t.admin.headers, payload });
    expect(await one()).toMatchObject({ user_ids: [t.admin.userId], assigned_count: 1 });
  });
});
