/** Calls of the driver file as admins and employees. */
import type { DriverDocument, DriverFile, DriverFileItem } from '#contract/driver-file.ts';
import type { DriverFileKind } from '#contract/driver-file-kinds.ts';
import type { Body } from '../fixtures/sample-bodies.ts';
import { jsonOf } from '../records/stored.ts';
import type { TestApp, TestPerson } from './app.ts';
import { documentsOf, formOf } from './documents.ts';

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function driverFilesOf(running: () => TestApp) {
  const { call, post, read, notices } = documentsOf(running);
  const pathOf = (employeeId: number, kind: string) => `/api/driver-file/${employeeId}/${kind}`;

  const list = (by?: TestPerson, query = '') => read<DriverFile[]>(`/api/driver-file${query}`, by);

  async function item(employeeId: number, kind: DriverFileKind): Promise<DriverFileItem> {
    const [file] = await list(running().admin, `?employee_id=${employeeId}`);
    const found = file?.items.find((one) => one.kind === kind);
    if (!found) throw new Error(`employee ${employeeId} has no file`);
    return found;
  }

  const tryUpload = (
    employeeId: number,
    kind: string,
    fields: Body = {},
    by: TestPerson = running().admin,
    bytes?: Buffer,
  ) => post(pathOf(employeeId, kind), formOf(fields, bytes, 'License.pdf'), by);

  return {
    ...{ list, item, tryUpload, call, notices },
    /** Adds a document; returns its id. */
    async upload(...args: Parameters<typeof tryUpload>): Promise<number> {
      return (await jsonOf(tryUpload(...args))).document_id;
    },
    update: (employeeId: number, kind: string, body: Body, by?: TestPerson) =>
      call('PUT', pathOf(employeeId, kind), by, body),
    refuse: (documentId: number, body: Body, by?: TestPerson) =>
      call('PUT', `/api/driver-file/documents/${documentId}/refusal`, by, body),
    remove: (documentId: number, by?: TestPerson) =>
      call('DELETE', `/api/driver-file/documents/${documentId}`, by),
    history: (employeeId: number, kind: string, by?: TestPerson) =>
      read<DriverDocument[]>(pathOf(employeeId, kind), by),
  };
}
