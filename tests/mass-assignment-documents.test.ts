import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planted, type Row, surplusOf } from './arbitraries/surplus.ts';
import { wires } from './arbitraries/wire.ts';
import { startApp, type TestApp } from './harness/app.ts';
import { onBothDatabases } from './harness/databases.ts';
import { documentsOf, formOf } from './harness/documents.ts';

const tables = [
  'documents',
  'document_revisions',
  'document_assignments',
  'document_receipts',
  'submissions',
  'settlement_drops',
  'settlement_drop_files',
  'objects',
  'conversations',
  'messages',
  'answers',
] as const;

/** SEC5 for what comes with files: whatever a caller sends, only the fields of the contract are written. */
onBothDatabases('mass assignment of documents', (engine) => {
  let t: TestApp;
  const given = documentsOf(() => t);
  beforeAll(async () => {
    t = await startApp(engine);
  });
  afterAll(() => t.close());

  async function rows(table: string): Promise<Row[]> {
    return (await sql<Row>`select * from ${sql.table(table)}`.execute(t.ground.db)).rows;
  }

  async function contents(): Promise<Record<(typeof tables)[number], Row[]>> {
    const lists = await Promise.all(
      tables.map(async (table) => [table, await rows(table)] as const),
    );
    return Object.fromEntries(lists) as Record<(typeof tables)[number], Row[]>;
  }

  /** Rows that were not there before, which hold nothing that was planted. */
  async function newRows(work: () => Promise<unknown>) {
    const before = await contents();
    await work();
    const found = await contents();
    for (const table of tables) {
      const known = new Set(before[table].map((row) => JSON.stringify(row)));
      found[table] = found[table].filter((row) => !known.has(JSON.stringify(row)));
      for (const row of found[table]) {
        for (const value of Object.values(row)) {
          expect(Object.values(planted), `${table}: ${JSON.stringify(row)}`).not.toContain(value);
          expect(String(value)).not.toContain(String(planted.number));
        }
      }
    }
    return found;
  }

  async function sent(method: 'POST' | 'PUT', url: string, payload: Row, by = t.admin) {
    const answer = await t.app.inject({ method, url, payload, headers: by.headers });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  }

  async function uploaded(url: string, fields: Row, by = t.admin) {
    const answer = await given.post(url, formOf(fields), by);
    expect(answer.statusCode, answer.body).toBe(201);
  }

  // A multipart call takes 60 fields: one table at a time.
  const tableWise = (name: string, of: readonly string[]) =>
    Promise.all(of.map((table) => surplusOf(t, name, [table])));

  const handedOut = ['documents', 'document_assignments', 'document_receipts', 'objects'];
  test.each([
    ['uploadTraining', '/api/training/upload', 'training'],
    ['uploadSettlements', '/api/settlements/upload', 'settlements'],
    ['uploadReports', '/api/reports/upload', 'reports'],
    ['uploadEmployeeFile', '/api/employee-files/upload', 'employee-files'],
  ])('%s stores none of the columns that are not its own', async (name, url, kind) => {
    for (const { columns, body } of await tableWise(name, handedOut)) {
      expect(columns.length).toBeGreaterThan(2);
      const user_ids = JSON.stringify([t.employee.userId]);
      const fresh = await newRows(() =>
        uploaded(url, { ...body, ...wires[name]?.valid(), user_ids }),
      );
      expect(fresh.documents).toEqual([
        expect.objectContaining({ kind, revision: 1, version: 1, uploaded_by: t.admin.userId }),
      ]);
      expect(fresh.document_assignments).toEqual([
        expect.objectContaining({
          user_id: t.employee.userId,
          removed_at: null,
          reminded_at: null,
          last_version: 0,
        }),
      ]);
      for (const receipt of fresh.document_receipts) {
        expect([receipt.opened_at, receipt.acknowledged_at]).toEqual([null, null]);
      }
      expect(fresh.objects).toHaveLength(1);
      expect(fresh.submissions).toEqual([]);
    }
  });

  test.each([
    ['updateTraining', (id: number) => `/api/training/files/${id}`],
    ['updateSettlements', (id: number) => `/api/settlements/files/${id}`],
    ['updateReports', (id: number) => `/api/reports/files/${id}`],
    ['updateEmployeeFile', (id: number) => `/api/employee-files/${id}`],
  ])('%s changes only what it names, of that file alone', async (name, url) => {
    const kind = url(1).split('/')[2] ?? '';
    const make = () =>
      kind === 'employee-files' ? given.employeeFile() : given.document(kind as 'training');
    const [id] = [await make(), await make()];
    const { body } = await surplusOf(t, name, handedOut);
    const { version: _, user_id: __, ...surplus } = body;
    const user_ids = [t.admin.userId, t.employee.userId];
    const before = await contents();
    const [target] = before.documents.filter((row) => row.file_id === id);
    await sent('PUT', url(id), { ...surplus, user_ids, file_name: 'Renamed.pdf' });
    const after = await contents();
    const wanted = { ...target, file_name: 'Renamed.pdf', version: 2 };
    const byId = (list: Row[]) => list.toSorted((a, b) => Number(a.file_id) - Number(b.file_id));
    expect(byId(after.documents)).toEqual(
      byId(before.documents.map((row) => (row === target ? wanted : row))),
    );
    for (const table of tables.filter((entry) => entry !== 'documents')) {
      expect(after[table], table).toEqual(before[table]);
    }
  });

  test('a version is sent for oneself, waits to be judged, and has the next number', async () => {
    const id = await given.assignment();
    const { body } = await surplusOf(t, 'submitVersion', ['submissions', 'document_assignments']);
    const fresh = await newRows(() =>
      uploaded(`/api/employee-files/${id}/submissions`, body, t.employee),
    );
    expect(fresh.submissions).toEqual([
      expect.objectContaining({
        assignment_id: id,
        version_number: 1,
        status: 'Incomplete',
        reason: '',
        judged_at: null,
      }),
    ]);
    expect(fresh.document_assignments).toEqual([expect.objectContaining({ last_version: 1 })]);
  });

  test('a judgement changes status and reason of that version alone', async () => {
    const [id] = [await given.submission(), await given.submission()];
    const before = await rows('submissions');
    const { body } = await surplusOf(t, 'setSubmissionStatus', ['submissions']);
    const change = { status: 'Rejected', reason: 'Not signed.' };
    await sent('PUT', `/api/employee-files/${id}/status`, { ...body, ...change });
    const target = before.find((row) => row.submission_id === id);
    const changed = { ...target, ...change, judged_at: expect.stringMatching(/^\d{4}-.*Z$/) };
    const byId = (list: Row[]) =>
      list.toSorted((a, b) => Number(a.submission_id) - Number(b.submission_id));
    expect(byId(await rows('submissions'))).toEqual(
      byId(before.map((row) => (row === target ? changed : row))),
    );
  });

  test('a drop takes no match from its sender, and publishes what it was told, to whom it was told', async () => {
    const drop = await given.drop();
    const waiting = await surplusOf(t, 'addDropFile', ['settlement_drop_files', 'objects']);
    const added = await newRows(() =>
      uploaded(`/api/settlements/drops/${drop}/files`, { ...waiting.body, user_id: '2' }),
    );
    const [file = {}] = added.settlement_drop_files;
    expect(file).toMatchObject({ drop_id: drop, finding: 'none', user_id: null });
    const surplus = await surplusOf(t, 'publishDrop', ['documents', 'settlement_drop_files']);
    const entry = {
      drop_file_id: file.drop_file_id,
      user_id: t.employee.userId,
      file_name: 'Week 40.pdf',
    };
    const published = await newRows(() =>
      sent('POST', `/api/settlements/drops/${drop}/publish`, {
        ...surplus.body,
        entries: [{ ...surplus.body, ...entry }],
      }),
    );
    expect(published.documents).toEqual([
      expect.objectContaining({
        kind: 'settlements',
        file_name: 'Week 40.pdf',
        revision: 1,
        version: 1,
      }),
    ]);
    expect(published.document_assignments).toEqual([
      expect.objectContaining({ user_id: t.employee.userId }),
    ]);
  });

  test('a message with a file is sent in one’s own name, unread, now', async () => {
    for (const { body } of await tableWise('sendAttachment', ['messages', 'objects', 'answers'])) {
      const { content, clientId } = wires.sendAttachment?.valid() ?? {};
      const fresh = await newRows(() =>
        uploaded(
          `/api/messages/${t.admin.userId}/files`,
          { ...body, content, clientId },
          t.employee,
        ),
      );
      expect(fresh.messages).toEqual([
        expect.objectContaining({
          sender_id: t.employee.userId,
          receiver_id: t.admin.userId,
          content,
          client_id: clientId,
          read_at: null,
        }),
      ]);
      expect([fresh.objects.length, fresh.answers]).toEqual([1, []]);
    }
  });

  test('a reminder and a confirmation change nobody else', async () => {
    const id = await given.document('training', { acknowledge: '1' });
    const list = await given.read<{ file_id: number; file_path: string }[]>(
      '/api/training/files',
      t.employee,
    );
    const path = list.find((entry) => entry.file_id === id)?.file_path ?? '';
    await given.open(path, t.employee);
    const { body } = await surplusOf(t, 'remindMissing', [
      'document_receipts',
      'document_assignments',
    ]);
    const { user_id: _, ...surplus } = body;
    const reminded = await newRows(() =>
      sent('POST', '/api/receipts/remind', { ...surplus, userId: undefined, file_id: id }),
    );
    expect(reminded.documents).toEqual([]);
    const fresh = await newRows(() =>
      sent('POST', `/api/documents/${id}/acknowledge`, surplus, t.employee),
    );
    expect(fresh.document_receipts).toEqual([
      expect.objectContaining({ file_id: id, user_id: t.employee.userId }),
    ]);
    // The count that the database keeps, and nothing else.
    expect(fresh.documents).toEqual([
      expect.objectContaining({ file_id: id, acknowledged_count: 1, version: 1 }),
    ]);
  });
});
