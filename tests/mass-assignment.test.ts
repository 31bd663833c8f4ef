/** Only the fields of the contract are written, whatever else a request contains (SEC5). */
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { today } from '#contract/dates.ts';
import { endpoints } from '#contract/endpoints.ts';
import { extraFields, extraValues } from './fixtures/extra-fields.ts';
import { fieldsOfBody } from './fixtures/payload-specs.ts';
import { injectOptions, type ValidRequest } from './fixtures/requests.ts';
import type { Body } from './fixtures/sample-bodies.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { suiteApp, type TestApp } from './harness/app.ts';
import { sqliteOnly } from './harness/databases.ts';

type Tables = Record<string, Body[]>;

const withBody = endpoints.filter((endpoint) => endpoint.body);
const names = withBody.map(({ name }) => name);
const changes = withBody.filter(({ method }) => method === 'PUT').map(({ name }) => name);

/** The rows that a request by the admin adds, by table; every added row must match. */
const added: Record<string, (t: TestApp, request: ValidRequest) => Tables> = {
  createJob: () => ({ jobs: [{ version: 1 }] }),
  sendInquiry: () => ({ inquiries: [{ version: 1, status: 'new', flagged: 0, note: '' }] }),
  sendApplication: () => ({
    applications: [{ job_id: null, position: null, resume_path: null, flagged: 0 }],
  }),
  signup: () => ({ users: [newUser] }),
  createUser: () => ({ users: [newUser] }),
  createEmployee: (_t, { body }) => ({
    employees: [{ user_id: body?.user_id, pto_hundredths: 1250, version: 1 }],
  }),
  createDamage: (_t, { body }) => ({
    damages: [{ employee_id: body?.employee_id, amount_cents: 1250, version: 1 }],
  }),
  createTimeOff: () => ({
    time_off: [
      {
        ...{ kind: 'pto', takes_pto: 1, hours_hundredths: 1250, status: 'requested' },
        ...{ reason: '', decided_by: null, decided_at: null, version: 1 },
      },
    ],
  }),
  createClaim: (t) => ({
    damages: [{ amount_cents: 0, version: 1 }],
    claims: [
      {
        ...{ status: 'reported', received_on: today(t.ctx.now()), customer: '', version: 1 },
        ...{ driver_response: null, response_note: '', responded_at: null },
      },
    ],
    claim_photos: [{ captured_at: null, uploaded_by: t.employee.userId }],
  }),
  createPost: (t) => ({ posts: [{ version: 1, image_key: null, created_by: t.admin.userId }] }),
  createProduct: () => ({
    products: [{ title: 'title', price_cents: 1250, stock: 12, version: 1 }],
  }),
  placeOrder: (t) => ({
    orders: [
      {
        ...{ user_id: t.admin.userId, title: 'Cap', price_cents: 1450, quantity: 12 },
        ...{ status: 'open', handled_by: null, version: 1 },
      },
    ],
  }),
  writeTestimonial: () => ({ testimonials: [{ status: 'waiting', version: 2 }] }),
  uploadTraining: (t) => documentTables(t, 'training'),
  uploadSettlements: (t) => documentTables(t, 'settlements'),
  uploadReports: (t) => documentTables(t, 'reports'),
  uploadEmployeeFile: (t) => documentTables(t, 'employee-files'),
  submitVersion: () => ({
    submissions: [{ version_number: 1, status: 'Incomplete', reason: '', judged_at: null }],
    document_assignments: [{ last_version: 1 }],
    objects: [{}],
  }),
  uploadDriverDocument: (t) => ({
    driver_documents: [
      {
        ...{ uploaded_by: t.admin.userId, checked_by: t.admin.userId },
        ...{ kind: 'cdl', state: 'current', reason: '' },
      },
    ],
    objects: [{}],
  }),
  addDropFile: () => ({ settlement_drop_files: [{ finding: 'none', user_id: null }] }),
  publishDrop: (t) => ({
    documents: [{ kind: 'settlements', file_name: 'Week 40.pdf', revision: 1, version: 1 }],
    document_assignments: [{ user_id: t.employee.userId }],
  }),
  sendAttachment: (t, { url, body }) => ({
    messages: [
      {
        ...{ sender_id: t.admin.userId, receiver_id: Number(url.split('/')[3]), read_at: null },
        ...{ content: body?.content, client_id: body?.clientId },
      },
    ],
    objects: [{}],
    answers: [],
  }),
  createCannedReply: () => ({ canned_replies: [{ title: 'title', version: 1 }] }),
  react: (t, { url, body }) => ({
    reactions: [
      { post_id: Number(url.split('/')[4]), user_id: t.admin.userId, emoji: body?.emoji },
    ],
  }),
  remindMissing: () => ({ documents: [], document_receipts: [] }),
};

const newUser = { user_role: 'employee', token_version: 1, version: 1, closed_at: null };

function documentTables(t: TestApp, kind: string): Tables {
  const assigned = [t.admin.userId, t.employee.userId];
  return {
    documents: [{ kind, revision: 1, version: 1, uploaded_by: t.admin.userId }],
    document_assignments: assigned.map((user_id) => {
      return { user_id, removed_at: null, reminded_at: null, last_version: 0 };
    }),
    objects: [{}],
    submissions: [],
  };
}

/**
 * The change of an endpoint whose first text is not its own column, and the columns that follow it; `versioned` is the
 * table whose version it raises, where that isn't the same.
 */
interface Change {
  body: Body;
  columns: string[];
  row?: Body;
  versioned?: string;
}

const special: Record<string, Change> = {
  updateUser: { body: { phone_number: '815-555-0143' }, columns: [] },
  updateOrder: { body: { status: 'handed_over' }, columns: ['handled_by', 'updated_at'] },
  updateTimeOff: {
    body: { status: 'declined', reason: 'Nobody can cover.' },
    columns: ['decided_by', 'decided_at'],
  },
  updateNotificationSettings: { body: { quiet_from: 1260, quiet_to: 300 }, columns: [] },
  updateDuty: { body: { until_minute: 60 }, columns: ['until', 'set_by'], row: {} },
  updateSettlementPay: {
    body: { net_pay: 12.5 },
    columns: ['net_pay_cents'],
    row: { net_pay_cents: 1250 },
    versioned: 'documents',
  },
  refuseDriverDocument: { body: { reason: 'Not legible.' }, columns: ['state'] },
  setSubmissionStatus: {
    body: { status: 'Rejected', reason: 'Not signed.' },
    columns: ['judged_at'],
  },
  updateClaimResponse: {
    body: { response: 'disputed', note: 'It was there at pickup.' },
    columns: ['driver_response', 'response_note', 'responded_at'],
    row: { driver_response: 'disputed', response_note: 'It was there at pickup.' },
  },
};

sqliteOnly.describe('mass assignment', () => {
  const t = suiteApp('sqlite');
  let tables: string[] = [];
  beforeAll(async () => {
    tables = (await t.ctx.db.introspection.getTables()).map(({ name }) => name);
  });

  async function contents(): Promise<Tables> {
    const lists = tables.map(async (table): Promise<[string, Body[]]> => {
      const { rows } = await sql<Body>`select * from ${sql.table(table)}`.execute(t.ctx.db);
      return [table, rows];
    });
    return Object.fromEntries(await Promise.all(lists));
  }

  /** Rows of `tables` that `others` does not have. */
  function rowsBeside(all: Tables, others: Tables): Tables {
    const beside = Object.entries(all).map(([table, rows]): [string, Body[]] => {
      const known = new Set(others[table]?.map((row) => JSON.stringify(row)));
      return [table, rows.filter((row) => !known.has(JSON.stringify(row)))];
    });
    return Object.fromEntries(beside);
  }

  /** The request with extra fields, in its lists' rows too; split by the limit of a multipart body. */
  async function* withExtras(name: string, valid: () => Promise<ValidRequest>) {
    const { columns, body } = await extraFields(t, name, tables);
    expect(columns.length).toBeGreaterThan(100);
    const extras = Object.entries(body);
    // A multipart body may have at most 60 fields.
    const size = (await valid()).isForm ? 40 : extras.length;
    for (let at = 0; at < extras.length; at += size) {
      const extra = Object.fromEntries(extras.slice(at, at + size));
      const request = await valid();
      const nested = Object.entries(request.body ?? {}).map(([key, value]) => {
        const { kind } = fieldsOfBody(name)[key] ?? {};
        const isRows = kind === 'rows' || kind === 'list';
        return [key, isRows ? (value as Body[]).map((row) => ({ ...extra, ...row })) : value];
      });
      yield { ...request, body: { ...extra, ...Object.fromEntries(nested) } };
    }
  }

  test.each(names)(
    '%s writes none of the columns that its contract does not name (SEC5)',
    async (name) => {
      for await (const request of withExtras(name, () => validRequest(t, name))) {
        const before = await contents();
        const response = await t.app.inject(injectOptions(request));
        expect(response.statusCode, response.body).toBeLessThan(300);
        const fresh = rowsBeside(await contents(), before);
        for (const row of Object.values(fresh)
          .flat()
          .map((row) => JSON.stringify(row))) {
          expect(row).not.toContain(String(extraValues.number));
          expect(row).not.toContain(extraValues.text);
        }
        for (const receipt of name.startsWith('upload') ? (fresh.document_receipts ?? []) : []) {
          expect([receipt.opened_at, receipt.acknowledged_at]).toEqual([null, null]);
        }
        for (const [table, rows] of Object.entries(added[name]?.(t, request) ?? {})) {
          expect(fresh[table], table).toEqual(rows.map((row) => expect.objectContaining(row)));
        }
      }
    },
  );

  describe.each(changes)('%s', (name) => {
    /** One field of the change, as its column. */
    function changeOf(): Change {
      const { user_ids, ...fields } = fieldsOfBody(name);
      const given = special[name];
      if (given) return { ...given, columns: [...given.columns, ...Object.keys(given.body)] };
      const words = Object.entries(fields).find(
        ([, { kind }]) => kind === 'line' || kind === 'text',
      );
      if (!words) throw new Error(`${name} has no text: add it to \`special\``);
      const people = user_ids && { user_ids: [t.admin.userId, t.employee.userId] };
      return { body: { [words[0]]: `Changed ${Date.now()}`, ...people }, columns: [words[0]] };
    }

    test('changes only the fields it names, of that record only', async () => {
      const change = changeOf();
      const valid = async () => {
        await validRequest(t, name);
        const request = await validRequest(t, name);
        await validRequest(t, name);
        // Whom the call is about, when its path doesn't say.
        const { employees } = request.body ?? {};
        return {
          ...request,
          body: { ...change.body, ...(employees === undefined ? {} : { employees }) },
        };
      };
      for await (const request of withExtras(name, valid)) {
        const before = await contents();
        const response = await t.app.inject(injectOptions(request));
        expect(response.statusCode, response.body).toBe(200);
        const after = await contents();
        const [gone, fresh] = [rowsBeside(before, after), rowsBeside(after, before)];
        const touched = tables.filter(
          (table) => (gone[table]?.length ?? 0) > 0 && table !== change.versioned,
        );
        expect(touched, 'one table').toHaveLength(1);
        const [table = ''] = touched;
        const [[old = {}, ...others], [row = {}, ...more]] = [
          gone[table] ?? [],
          fresh[table] ?? [],
        ];
        expect([others, more], 'one row').toEqual([[], []]);
        const differing = Object.keys(row).filter((key) => row[key] !== old[key]);
        expect([...change.columns, 'version']).toEqual(expect.arrayContaining(differing));
        expect(row).toMatchObject({
          ...Object.fromEntries(
            Object.entries(change.row ?? change.body).filter(([key]) => key !== 'user_ids'),
          ),
          ...('version' in row && { version: Number(old.version) + 1 }),
        });
      }
    });

    test('an empty change changes nothing', async () => {
      const required = Object.values(fieldsOfBody(name)).some(({ absent }) => !absent.missing);
      // Without a time a duty lasts until the office closes.
      if (required || name === 'updateDuty') return;
      const request = await validRequest(t, name);
      const before = await contents();
      const response = await t.app.inject(injectOptions({ ...request, body: { extra: 1 } }));
      expect(response.statusCode, response.body).toBe(200);
      // The audit log may record the save.
      const { audit: _, ...fresh } = rowsBeside(await contents(), before);
      expect(Object.values(fresh).flat()).toEqual([]);
    });
  });

  test('a confirmation counts for the caller and that document only', async () => {
    const { body } = await extraFields(t, 'remindMissing', ['document_receipts']);
    const request = await validRequest(t, 'acknowledgeDocument');
    const before = await contents();
    const response = await t.app.inject(injectOptions({ ...request, body }));
    expect(response.statusCode, response.body).toBe(200);
    const fresh = rowsBeside(await contents(), before);
    const file_id = Number(request.url.split('/')[3]);
    expect(fresh.document_receipts).toEqual([
      expect.objectContaining({ file_id, user_id: t.employee.userId }),
    ]);
    // Only the count that triggers maintain.
    expect(fresh.documents).toEqual([
      expect.objectContaining({ file_id, acknowledged_count: 1, version: 1 }),
    ]);
  });
});
