/** Text is returned as typed, a line without invisible characters: not escaped, cut or lost on either database. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanLine, isBlank } from '#contract/blank-text.ts';
import { plainVin } from '#contract/vin.ts';
import { rounds, typedText } from './fixtures/fuzz.ts';
import {
  endpointsWithText,
  type FieldSpec,
  fieldsOfBody,
  textFields,
} from './fixtures/payload-specs.ts';
import { endpointOf, injectOptions, type ValidRequest } from './fixtures/requests.ts';
import { type Body, fill, sampleBody } from './fixtures/sample-bodies.ts';
import { validRequest } from './fixtures/valid-requests.ts';
import { suiteApp, type TestApp } from './harness/app.ts';
import { onBothDatabases, sqliteOnly } from './harness/databases.ts';

type ListUrl = string | ((t: TestApp, request: ValidRequest) => string | Promise<string>);

const documents = (kind: string) => `/api/${kind}/files`;

/** The list in which an admin reads an endpoint's records. */
const lists: Record<string, ListUrl> = {
  createJob: '/api/careers',
  updateJob: '/api/careers',
  sendInquiry: '/api/inquiries',
  updateInquiry: '/api/inquiries',
  sendApplication: '/api/applications',
  signup: '/api/users',
  createUser: '/api/users',
  updateUser: '/api/users',
  createEmployee: '/api/employees',
  updateEmployee: '/api/employees',
  updateDepartment: '/api/employees',
  createDamage: '/api/damages',
  updateDamage: '/api/damages',
  createTimeOff: '/api/time-off',
  updateTimeOff: '/api/time-off',
  createClaim: '/api/claims',
  updateClaim: '/api/claims',
  updateClaimResponse: '/api/claims',
  sendNotification: '/api/notifications',
  uploadTraining: documents('training'),
  updateTraining: documents('training'),
  uploadSettlements: documents('settlements'),
  updateSettlements: documents('settlements'),
  publishDrop: documents('settlements'),
  uploadReports: documents('reports'),
  updateReports: documents('reports'),
  uploadEmployeeFile: documents('employee-files'),
  updateEmployeeFile: documents('employee-files'),
  setSubmissionStatus: async ({ ctx: { db } }, { url }) => {
    const submissions = db.selectFrom('submissions').select('assignment_id');
    const id = Number(url.split('/')[3]);
    const row = await submissions.where('submission_id', '=', id).executeTakeFirstOrThrow();
    return `/api/employee-files/${row.assignment_id}/submissions`;
  },
  askSettlementQuestion: '/api/settlements/questions',
  writeSettlementQuestion: '/api/settlements/questions',
  createAnnouncement: '/api/announcements',
  uploadDriverDocument: (_t, { url }) => url,
  updateDriverDocument: (_t, { url }) => url,
  refuseDriverDocument: async ({ ctx: { db } }, { url }) => {
    const documents = db.selectFrom('driver_documents').select('employee_id');
    const id = Number(url.split('/')[4]);
    const row = await documents.where('document_id', '=', id).executeTakeFirstOrThrow();
    return `/api/driver-file/${row.employee_id}/cdl`;
  },
  updateAutomaticReply: '/api/automatic-reply',
  createCannedReply: '/api/canned-replies',
  updateCannedReply: '/api/canned-replies',
  createProduct: '/api/store',
  updateProduct: '/api/store',
  placeOrder: '/api/store/orders',
  createPost: '/api/spotlight/posts',
  updatePost: '/api/spotlight/posts',
  writeTestimonial: '/api/testimonials',
  updateTestimonial: '/api/testimonials',
  createPasskey: '/api/passkeys',
  sendAttachment: (_t, { url }) => url.replace('/files', ''),
};
/** The rows of a list; those of threads are their messages, by the id that the call returned. */
function rowsIn(name: string, rows: Body[]): Body[] {
  if (!name.endsWith('SettlementQuestion')) return rows;
  return rows.flatMap(({ question_id, messages }) =>
    (messages as Body[]).map(({ message_id, text }) => ({
      id: name === 'askSettlementQuestion' ? question_id : message_id,
      message: text,
    })),
  );
}

/** Endpoints whose text the API never returns. */
const unread = [
  ...['login', 'createExport', 'sendEmail', 'subscribePush', 'unsubscribePush'],
  ...['confirmTotp', 'startTotp', 'removeTotp', 'createRecoveryCodes'],
  ...['startPasskey', 'removePasskey', 'previewImport', 'createImport'],
];
/** Fields that no reply contains. */
const hidden = ['sendInquiry.recaptchaToken', 'sendInquiry.fax_number', 'updateEmployee.reason'];
/** Fields that replies call otherwise. */
const renamed: Record<string, string> = {
  'createClaim.note': 'damage_description',
  'updateClaimResponse.note': 'response_note',
};

function typedInto([key, spec]: [string, FieldSpec]): fc.Arbitrary<string> {
  const max = 'max' in spec ? spec.max : 0;
  // Usernames are unique.
  if (key === 'username') return typedText(60).map((text) => `${text} ${randomUUID()}`);
  // A blank file name keeps the uploaded file's name.
  const mayBeBlank = spec.absent.empty && key !== 'file_name';
  return typedText(max).filter((text) => mayBeBlank || !isBlank(text));
}

/** Random text for every text field of an endpoint. */
const typedBody = (name: string) =>
  fc.record(
    Object.fromEntries(
      Object.entries(textFields(fieldsOfBody(name))).map((entry) => [entry[0], typedInto(entry)]),
    ),
  );

function storedAs(name: string, typed: Record<string, string>): Record<string, string> {
  const specs = textFields(fieldsOfBody(name));
  const entries = Object.entries(typed).filter(([key]) => !hidden.includes(`${name}.${key}`));
  return Object.fromEntries(
    entries.map(([key, text]) => {
      const lines = text.replace(/\r\n?/g, '\n');
      const stored = renamed[`${name}.${key}`] ?? key;
      const clean = key === 'content' ? lines.trim() : cleanLine(lines);
      // As it stands on the car, without the signs between.
      if (`${name}.${key}` === 'createClaim.vin') return [stored, plainVin(clean)];
      return [stored, specs[key]?.kind === 'line' ? clean : lines];
    }),
  );
}

sqliteOnly.test('reads back every endpoint with text, unless the API never returns it', () => {
  expect([...Object.keys(lists), ...unread].sort()).toEqual(endpointsWithText.toSorted());
});

onBothDatabases('typed text', (engine) => {
  const t = suiteApp(engine);

  /** The row of the list that the request wrote: by its id, else the newest. */
  async function rowOf(
    name: string,
    request: ValidRequest,
    reply: Body,
  ): Promise<Body | undefined> {
    const list = lists[name] ?? '';
    const url = typeof list === 'string' ? list : await list(t, request);
    const listed = (await t.app.inject({ url, headers: request.by.headers })).json();
    if (name === 'updateAutomaticReply') return listed;
    const rows = rowsIn(name, listed.notifications ?? listed);
    const idKey = (row: Body) => Object.keys(row).find((key) => /^(\w+_)?id$/.test(key)) ?? '';
    // Its path names the item, whose newest document was changed.
    const isPut = request.method === 'PUT' && name !== 'updateDriverDocument';
    const [moved] = (request.body?.employees as Body[] | undefined) ?? [];
    const named = moved?.employee_id ?? Number(/\d+/.exec(request.url)?.[0]);
    const id = isPut ? named : reply[idKey(reply)];
    return id === undefined ? rows[0] : rows.find((row) => row[idKey(row)] === id);
  }

  describe.each(Object.keys(lists))('%s', (name) => {
    const { upload } = endpointOf(name);

    test('returns text as typed', async () => {
      // A decided request can't be decided again.
      const isRepeatable = endpointOf(name).method === 'PUT' && name !== 'updateTimeOff';
      const change = isRepeatable && (await validRequest(t, name));
      const property = fc.asyncProperty(typedBody(name), fc.boolean(), async (typed, asForm) => {
        const request = change || (await validRequest(t, name));
        const body = fill(name, request.body ?? {}, typed);
        const isForm = request.isForm || (upload !== undefined && asForm);
        const response = await t.app.inject(injectOptions({ ...request, body, isForm }));
        expect(response.statusCode, response.body).toBe(endpointOf(name).status);
        expect(await rowOf(name, request, response.json())).toMatchObject(storedAs(name, typed));
      });
      // Pictures take time to encode.
      const runs = upload?.imageWidths && upload.required ? 2 : upload?.required ? 10 : 30;
      await fc.assert(property, rounds(runs));
    });
  });

  test('accepts keys in snake_case and in camelCase (G4)', async () => {
    const camel = (key: string) => key.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
    const snake = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    for (const name of ['sendInquiry', 'createJob']) {
      for (const spell of [camel, snake]) {
        const valid = sampleBody(name);
        const body = Object.fromEntries(
          Object.entries(valid).map(([key, value]) => [spell(key), value]),
        );
        const request = await validRequest(t, name);
        const response = await t.app.inject(injectOptions({ ...request, body }));
        expect(response.statusCode, response.body).toBe(201);
        const { recaptchaToken: _, ...stored } = valid;
        expect(await rowOf(name, request, response.json())).toMatchObject(stored);
      }
    }
  });
});
