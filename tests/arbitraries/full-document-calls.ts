import type { DocumentKind } from '#contract/documents.ts';
import type { TestApp } from '../harness/app.ts';
import { documentsOf, formOf } from '../harness/documents.ts';
import { type RightCall, rightDocumentCalls } from './right-document-calls.ts';

const given = (t: TestApp) => documentsOf(() => t);

async function pathOf(t: TestApp, kind: DocumentKind, id: number): Promise<string> {
  const list = await given(t).read<{ file_id: number; file_path: string }[]>(`/api/${kind}/files`);
  return list.find((entry) => entry.file_id === id)?.file_path ?? '';
}

/** A training that the employee has opened and is asked to confirm. */
async function opened(t: TestApp): Promise<number> {
  const id = await given(t).document('training', { acknowledge: '1' });
  await given(t).open(await pathOf(t, 'training', id), t.employee);
  return id;
}

/** One that was opened and confirmed before its content was replaced. */
async function replaced(t: TestApp): Promise<number> {
  const id = await opened(t);
  const { app, admin, employee } = t;
  const said = await app.inject({
    method: 'POST',
    url: `/api/documents/${id}/acknowledge`,
    headers: employee.headers,
  });
  if (said.statusCode !== 200) throw new Error(said.body);
  const form = formOf({ user_ids: [admin.userId, employee.userId] });
  const url = `/api/training/files/${id}`;
  const headers = { ...admin.headers, ...form.headers };
  const put = await app.inject({ method: 'PUT', url, headers, payload: form.payload });
  if (put.statusCode !== 200) throw new Error(put.body);
  return id;
}

const after =
  (work: (t: TestApp) => Promise<unknown>): RightCall =>
  async (t) => {
    await work(t);
    return {};
  };

/** What each call of documents needs to succeed with as much in its reply as there can be. */
export const fullDocumentCalls: Record<string, RightCall> = {
  ...rightDocumentCalls,
  presignReport: async (t) => ({
    query: { path: await pathOf(t, 'training', await given(t).document('training')) },
  }),
  presignProduct: async (t) => ({
    query: { key: await pathOf(t, 'reports', await given(t).document('reports')) },
  }),
  listTraining: after(opened),
  listSettlements: after((t) => given(t).document('settlements')),
  listReports: after((t) => given(t).document('reports')),
  acknowledgeDocument: async (t) => ({
    url: `/api/documents/${await opened(t)}/acknowledge`,
    headers: t.employee.headers,
  }),
  listReceipts: async (t) => ({ query: { file_id: String(await opened(t)) } }),
  listReceiptTotals: after(opened),
  listDocumentTotals: after(opened),
  listEarlierReceipts: async (t) => ({ url: `/api/receipts/${await replaced(t)}/earlier` }),
  listAssignments: after((t) => given(t).submission()),
  listEmployeeFiles: after((t) => given(t).submission()),
  groupAssignments: after((t) => given(t).submission()),
  listSubmissions: async (t) => {
    await given(t).submission();
    const own = await given(t).read<{ assignment_id: number; status: string | null }[]>(
      '/api/employee-files',
      t.employee,
    );
    const answered = own.find((entry) => entry.status !== null);
    return { url: `/api/employee-files/${answered?.assignment_id}/submissions` };
  },
  submitVersion: async (t) => {
    const url = `/api/employee-files/${await given(t).assignment()}/submissions`;
    const form = formOf();
    return { url, ...form, headers: { ...form.headers, ...t.employee.headers } };
  },
  listDrops: after((t) => given(t).dropFile()),
  getDrop: async (t) => ({
    url: `/api/settlements/drops/${(await given(t).dropFile()).drop}`,
  }),
};
