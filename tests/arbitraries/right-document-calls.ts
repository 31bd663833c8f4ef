import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { documentKinds } from '#contract/documents.ts';
import type { TestApp } from '../harness/app.ts';
import { documentsOf, formOf } from '../harness/documents.ts';

export type RightCall = (t: TestApp) => Partial<InjectOptions> | Promise<Partial<InjectOptions>>;

/** Of an id that nothing has: what is somebody's own cannot be right for each caller; the allowed are told 404. */
const ghost = 2_000_000_000;
const nobodysKey = () => `training/${randomUUID()}.pdf`;
const given = (t: TestApp) => documentsOf(() => t);

const ofKinds = documentKinds.flatMap((kind): [string, RightCall][] => {
  const Kind = kind.charAt(0).toUpperCase() + kind.slice(1);
  const file = async (t: TestApp) => `/api/${kind}/files/${await given(t).document(kind)}`;
  return [
    [`list${Kind}`, () => ({})],
    [`upload${Kind}`, (t) => formOf({ user_ids: [t.employee.userId] })],
    [
      `update${Kind}`,
      async (t) => ({ url: await file(t), payload: { user_ids: [t.employee.userId] } }),
    ],
    [`delete${Kind}`, async (t) => ({ url: await file(t) })],
  ];
});

/** The part of the documents in `rightCalls`. */
export const rightDocumentCalls: Record<string, RightCall> = {
  ...Object.fromEntries(ofKinds),
  presignReport: () => ({ query: { path: nobodysKey() } }),
  uploadLimits: () => ({}),
  presignProduct: () => ({ query: { key: nobodysKey() } }),
  acknowledgeDocument: () => ({ url: `/api/documents/${ghost}/acknowledge` }),
  listReceipts: async (t) => ({ query: { file_id: String(await given(t).document('training')) } }),
  listReceiptTotals: () => ({}),
  listDocumentTotals: () => ({}),
  listEarlierReceipts: async (t) => ({
    url: `/api/receipts/${await given(t).document('training')}/earlier`,
  }),
  remindMissing: async (t) => ({ payload: { file_id: await given(t).document('training') } }),
  listAssignments: () => ({}),
  listEmployeeFiles: () => ({}),
  groupAssignments: () => ({}),
  uploadEmployeeFile: () => formOf(),
  updateEmployeeFile: async (t) => ({
    url: `/api/employee-files/${await given(t).employeeFile()}`,
    payload: { file_name: 'W-4.pdf' },
  }),
  deleteEmployeeFile: async (t) => ({
    url: `/api/employee-files/${await given(t).employeeFile()}`,
  }),
  listSubmissions: () => ({ url: `/api/employee-files/${ghost}/submissions` }),
  submitVersion: () => ({ url: `/api/employee-files/${ghost}/submissions`, ...formOf() }),
  deleteVersion: async (t) => ({
    url: `/api/employee-files/${await given(t).submission()}/submissions`,
  }),
  setSubmissionStatus: async (t) => ({
    url: `/api/employee-files/${await given(t).submission()}/status`,
    payload: { status: 'Complete' },
  }),
  openDrop: () => ({}),
  listDrops: () => ({}),
  getDrop: async (t) => ({ url: `/api/settlements/drops/${await given(t).drop()}` }),
  addDropFile: async (t) => ({
    url: `/api/settlements/drops/${await given(t).drop()}/files`,
    ...formOf(),
  }),
  removeDropFile: async (t) => ({
    url: `/api/settlements/drop-files/${(await given(t).dropFile()).file}`,
  }),
  publishDrop: async (t) => {
    const { drop, file } = await given(t).dropFile();
    return {
      url: `/api/settlements/drops/${drop}/publish`,
      payload: { entries: [{ drop_file_id: file, user_id: t.employee.userId }] },
    };
  },
  discardDrop: async (t) => ({ url: `/api/settlements/drops/${await given(t).drop()}` }),
};
