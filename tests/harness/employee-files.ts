/** Calls of employee files as admins and employees. */
import { expect } from 'vitest';
import type { Assignment, EmployeeFile, Grouped, Submission } from '#contract/employee-files.ts';
import type { Body } from '../fixtures/sample-bodies.ts';
import { jsonOf } from '../records/stored.ts';
import type { TestApp, TestPerson } from './app.ts';
import { documentsOf, formOf, idsOf } from './documents.ts';

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function employeeFilesOf(running: () => TestApp) {
  const documents = documentsOf(running);
  const { call, post, read, update, document } = documents;

  const list = (by?: TestPerson) => read<Assignment[]>('/api/employee-files', by);

  /** The assignments of one file. */
  const listOf = async (fileId: number, by?: TestPerson) =>
    (await list(by)).filter((row) => row.file_id === fileId);

  const files = () => read<EmployeeFile[]>('/api/employee-files/files');

  const trySubmit = (assignment: number, by: TestPerson, form = formOf()) =>
    post(`/api/employee-files/${assignment}/submissions`, form, by);

  return {
    ...documents,
    list,
    listOf,
    files,
    trySubmit,
    file: async (id: number) => (await files()).find((row) => row.file_id === id),
    upload: (fields: Body, bytes?: Buffer) => documents.upload('employee-files', fields, bytes),
    put: (id: number, fields: Body, bytes?: Buffer) => update('employee-files', id, fields, bytes),
    /** Uploads a new file for these people; returns its id. */
    assignFile: (people: readonly TestPerson[], file_name = 'W-4'): Promise<number> =>
      document('employee-files', { user_ids: idsOf(people), file_name }),
    /** That person's assignment of a file. */
    async assignmentOf(fileId: number, { userId }: TestPerson): Promise<number> {
      const row = (await listOf(fileId)).find((entry) => entry.user_id === userId);
      expect(row).toBeDefined();
      return Number(row?.assignment_id);
    },
    grouped: async () => (await read<Grouped>('/api/employee-files/grouped')).employees,
    versions: (assignment: number, by?: TestPerson) =>
      read<Submission[]>(`/api/employee-files/${assignment}/submissions`, by),
    /** Submits a version; returns its id. */
    async submit(assignment: number, by: TestPerson): Promise<number> {
      return (await jsonOf(trySubmit(assignment, by))).submission_id;
    },
    review: (id: number, status: unknown, reason?: unknown, by?: TestPerson) =>
      call('PUT', `/api/employee-files/${id}/status`, by, { status, reason }),
    removeVersion: (id: number) => call('DELETE', `/api/employee-files/${id}/submissions`),
  };
}
