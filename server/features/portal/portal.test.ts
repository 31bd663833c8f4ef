import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp, type TestPerson } from '../../../tests/harness/app.ts';
import { onBothDatabases } from '../../../tests/harness/databases.ts';
import { documentsOf, formOf } from '../../../tests/harness/documents.ts';

const inquiry = {
  company_name: 'Prairie Auto Auction',
  contact_person: 'Dana Poole',
  email_address: 'dana@example.com',
  vehicle_type: 'car',
  vehicle_condition: 'used',
  pickup_location: 'Joliet, IL',
  delivery_location: 'Omaha, NE',
};
const application = {
  first_name: 'Sam',
  middle_initial: 'N/A',
  last_name: 'Reyes',
  phone: '815-555-0199',
  email: 'sam@example.com',
  street_address: '1 Main St',
  city: 'Joliet',
  state: 'IL',
  gender: 'Decline',
  race: 'Decline to self-identify',
};

onBothDatabases('badges', (engine) => {
  let t: TestApp;
  let second: TestPerson;
  let now = Date.now();
  beforeAll(async () => {
    t = await startApp(engine, {
      now: () => {
        now += 1000;
        return new Date(now);
      },
    });
    second = await t.person('second', 'admin');
  });
  afterAll(() => t.close());
  beforeEach(async () => {
    for (const table of [
      'documents',
      'notification_recipients',
      'inquiries',
      'applications',
    ] as const) {
      await t.ground.db.deleteFrom(table).execute();
    }
    await t.ground.db.deleteFrom('seen').execute();
  });

  const post = async (url: string, payload: object | undefined, who?: TestPerson) => {
    const headers = who?.headers ?? {};
    const answer = await t.app.inject({
      method: 'POST',
      url,
      headers,
      ...(payload && { payload }),
    });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
    return answer;
  };
  const badges = async (who: TestPerson) =>
    (await t.app.inject({ url: '/api/badges', headers: who.headers })).json();

  test('count what waits for the caller, and only that', async () => {
    const nothing = {
      unread_notices: 0,
      new_inquiries: 0,
      new_applications: 0,
      unopened_training: 0,
      unopened_settlements: 0,
      unopened_reports: 0,
      unopened_employee_files: 0,
      submissions_to_review: 0,
      open_orders: 0,
      ready_orders: 0,
      testimonials_to_approve: 0,
    };
    for (const who of [t.admin, t.employee]) expect(await badges(who)).toEqual(nothing);

    await post('/api/inquiry', inquiry);
    await post('/api/inquiry', inquiry);
    await post('/api/application', application);
    const { notification_id } = (
      await post('/api/send-notification', { message: 'Hello' }, t.admin)
    ).json();
    expect(await badges(t.employee)).toEqual({ ...nothing, unread_notices: 1 });
    const all = { ...nothing, unread_notices: 1, new_inquiries: 2, new_applications: 1 };
    expect(await badges(t.admin)).toEqual(all);

    await post('/api/mark-as-read', { notification_id }, t.admin);
    const list = await t.app.inject({ url: '/api/inquiries', headers: t.admin.headers });
    await t.app.inject({
      method: 'PUT',
      url: `/api/inquiries/${list.json()[0].id}`,
      payload: { status: 'contacted' },
      headers: t.admin.headers,
    });
    expect((await post('/api/applications/seen', undefined, t.admin)).statusCode).toBe(204);
    expect(await badges(t.admin)).toEqual({ ...nothing, new_inquiries: 1 });
    // What one admin has looked at is still new to the other.
    expect(await badges(second)).toEqual({ ...all, new_inquiries: 1 });

    await post('/api/application', application);
    expect(await badges(t.admin)).toEqual({ ...nothing, new_inquiries: 1, new_applications: 1 });
    await Promise.all([1, 2, 3].map(() => post('/api/applications/seen', undefined, t.admin)));
    expect((await badges(t.admin)).new_applications).toBe(0);
    const seen = await t.ground.db.selectFrom('seen').select(['user_id', 'room']).execute();
    expect(seen).toEqual([{ user_id: t.admin.userId, room: 'applications' }]);
  });

  const { document, employeeFile, open, post: send, read } = documentsOf(() => t);
  const put = async (url: string, payload: object | Buffer, headers: object = {}) => {
    const answer = await t.app.inject({
      method: 'PUT',
      url,
      payload,
      headers: { ...t.admin.headers, ...headers },
    });
    expect(answer.statusCode, answer.body).toBe(200);
  };

  test('count what the caller was given and has not opened, by kind', async () => {
    const reader = await t.person('reader', 'employee');
    const mine = { user_ids: [reader.userId] };
    const first = await document('training', mine);
    await document('training', { user_ids: [reader.userId, t.admin.userId] });
    await document('settlements', mine);
    await document('reports', mine);
    await employeeFile(mine);
    const all = {
      unopened_training: 2,
      unopened_settlements: 1,
      unopened_reports: 1,
      unopened_employee_files: 1,
      submissions_to_review: 0,
    };
    expect(await badges(reader)).toMatchObject(all);
    expect(await badges(t.admin)).toMatchObject({ unopened_training: 1, unopened_reports: 0 });

    const openFirst = async () => {
      const rows = await read<{ file_id: number; file_path: string }[]>(
        '/api/training/files',
        reader,
      );
      // Listed is not opened.
      await open(rows.find((row) => row.file_id === first)?.file_path ?? '', reader);
    };
    await openFirst();
    expect(await badges(reader)).toMatchObject({ ...all, unopened_training: 1 });
    const again = formOf(mine);
    await put(`/api/training/files/${first}`, again.payload, again.headers);
    expect(await badges(reader)).toMatchObject({ unopened_training: 2 });
    await openFirst();
    await put(`/api/training/files/${first}`, { user_ids: [t.admin.userId] });
    expect(await badges(reader)).toMatchObject({ unopened_training: 1 });
    expect(await badges(t.admin)).toMatchObject({ unopened_training: 2 });
  });

  test('count, for admins, who waits for a judgement of what they sent back', async () => {
    const sender = await t.person('sender', 'employee');
    const fileId = await employeeFile({ user_ids: [sender.userId] });
    const [own] = await read<{ assignment_id: number }[]>('/api/employee-files', sender);
    const url = `/api/employee-files/${own?.assignment_id}/submissions`;
    const submit = async () => (await send(url, formOf(), sender)).json().submission_id as number;
    const waiting = async () => (await badges(t.admin)).submissions_to_review;
    expect(await waiting()).toBe(0);
    await submit();
    // The latest alone is to be judged.
    const second = await submit();
    expect([await waiting(), (await badges(sender)).submissions_to_review]).toEqual([1, 0]);
    await put(`/api/employee-files/${second}/status`, { status: 'Rejected', reason: 'Unsigned' });
    expect(await waiting()).toBe(0);
    await submit();
    expect(await waiting()).toBe(1);
    await put(`/api/employee-files/${fileId}`, { user_ids: [t.admin.userId] });
    expect(await waiting()).toBe(0);
    await put(`/api/employee-files/${fileId}`, { user_ids: [sender.userId] });
    expect(await waiting()).toBe(1);
    await t.app.inject({
      method: 'DELETE',
      url: `/api/users/${sender.userId}`,
      headers: t.admin.headers,
    });
    expect(await waiting()).toBe(0);
  });
});
