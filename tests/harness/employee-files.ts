/** Employee files, as the office and an employee see them over HTTP. */
import { expect } from 'vitest';
import type { Assignment, EmployeeFile, Grouped, Submission } from '#contract/employee-files.ts';
import { send } from '../fixtures/requests.ts';
import type { Body } from '../fixtures/sample-bodies.ts';
import { createId, unnamed } from '../fixtures/valid-requests.ts';
import type { TestApp, TestPerson } from './app.ts';
import { documentsOf, formOf } from './documents.ts';
import { formBody } from './multipart.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function employeeFilesOf(running: () => TestApp) {
  const { post, read, open } = documentsOf(running);

  const call = (method: Method, url: string, by: TestPerson = running().admin, payload?: object) =>
    send(running(), method, url, by, payload);

  const upload = (fields: Body, bytes?: Buffer) =>
    post('/api/employee-files/upload', formOf(fields, bytes));

  /** Assigns a new file; returns its id. */
  const handOut = (people: readonly TestPerson[], name = 'W-4'): Promise<number> => {
    const user_ids = people.map(({ userId }) => userId);
    return createId(running(), 'uploadEmployeeFile', { ...unnamed, user_ids, file_name: name });
  };

  /** PUT of these fields, with new content when given. */
  function put(id: number, fields: Body, bytes?: Buffer) {
    const file = bytes && { name: 'file', value: bytes, filename: 'New.pdf' };
    return call('PUT', `/api/employee-files/${id}`, running().admin, formBody(fields, file));
  }

  const list = (by?: TestPerson) => read<Assignment[]>('/api/employee-files', by);

  /** The assignments of one file. */
  const listOf = async (fileId: number, by?: TestPerson) =>
    (await list(by)).filter((row) => row.file_id === fileId);

  /** That person's assignment of a file. */
  async function assignmentOf(fileId: number, { userId }: TestPerson): Promise<number> {
    const row = (await listOf(fileId)).find((entry) => entry.user_id === userId);
    expect(row).toBeDefined();
    return Number(row?.assignment_id);
  }

  const files = () => read<EmployeeFile[]>('/api/employee-files/files');
  const grouped = async () => (await read<Grouped>('/api/employee-files/grouped')).employees;
  const versions = (assignment: number, by?: TestPerson) =>
    read<Submission[]>(`/api/employee-files/${assignment}/submissions`, by);

  const trySubmit = (assignment: number, by: TestPerson, form = formOf()) =>
    post(`/api/employee-files/${assignment}/submissions`, form, by);

  /** Submits a version; returns its id. */
  async function submit(assignment: number, by: TestPerson): Promise<number> {
    const answer = await trySubmit(assignment, by);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().submission_id;
  }

  const review = (id: number, status: unknown, reason?: unknown) =>
    call('PUT', `/api/employee-files/${id}/status`, running().admin, { status, reason });

  const removeVersion = (id: number) => call('DELETE', `/api/employee-files/${id}/submissions`);

  /** The keys of all stored objects, after checking that bytes and rows match. */
  async function stored(): Promise<string[]> {
    const { ctx } = running();
    const keys: string[] = [];
    for await (const { key } of ctx.storage.list()) keys.push(key);
    const rows = await ctx.db.selectFrom('objects').select('key').execute();
    expect(keys.toSorted()).toEqual(rows.map(({ key }) => key).toSorted());
    return keys.toSorted();
  }

  /** That person's notifications, newest first. */
  async function notices(by: TestPerson): Promise<string[]> {
    type Answer = { notifications: { message: string }[] };
    const { notifications } = await read<Answer>('/api/notifications', by);
    return notifications.map(({ message }) => message);
  }

  return {
    ...{ call, upload, handOut, put, list, listOf, assignmentOf, files, grouped, versions },
    ...{ trySubmit, submit, review, removeVersion, stored, notices, open, read },
  };
}
