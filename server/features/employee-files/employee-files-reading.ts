import type { Assignment, EmployeeFile, Grouped, Submission } from '#contract/employee-files.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { Db } from '../../database/open.ts';
import type { AuthUser } from '../../platform/accounts/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { notFound } from '../../platform/runtime/errors.ts';
import { noteDelivery } from '../documents/documents.service.ts';
import {
  selectAssignment,
  selectAssignments,
  selectFiles,
  selectHolders,
  selectPeople,
  selectReasons,
  selectVersionsOf,
} from './employee-files.queries.ts';
import { selectVersions } from './employee-files-versions.queries.ts';

type Reader = Pick<AuthUser, 'userId' | 'role'>;
type Flag = 0 | 1;

const byName = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** 1 while the latest version waits for a review. */
function awaiting(latest: { submission_id: number | null; judged_at: string | null }): Flag {
  return latest.submission_id !== null && latest.judged_at === null ? 1 : 0;
}

interface ListRequest {
  ip: string;
  /** False for HEAD, which isn't a delivery. */
  isRead: boolean;
}

/**
 * Assignments, newest file first: an admin's all, with everyone who has the file, or an employee's own, which count as
 * delivered.
 */
export function listAssignments(
  ctx: AppContext,
  { userId, role }: Reader,
  { ip, isRead }: ListRequest,
): ReadPage<Assignment> {
  const { db } = ctx;
  const isAdmin = role === 'admin';
  return async (before, limit) => {
    const part = { limit: limit + 1, before };
    const found = await selectAssignments(db, isAdmin ? null : userId, part);
    const { rows, end } = pageOf(found, limit, (row) => ({
      at: row.uploaded_at,
      id: row.assignment_id,
    }));
    const fresh = rows.filter((row) => row.user_id === userId && row.delivered_at === null);
    if (isRead) await noteDelivery(ctx, 'employee-files', fresh, { userId, ip });
    const fileIds = [...new Set(rows.map((row) => row.file_id))];
    const holders = isAdmin
      ? Map.groupBy(await selectHolders(db, fileIds), (row) => row.file_id)
      : null;
    const shown = rows.map(({ object_key, uploaded_at, acknowledge, ...row }) => {
      const { submission_id, judged_at, delivered_at: _, ...rest } = row;
      return {
        ...rest,
        file_path: object_key,
        upload_date: uploaded_at,
        assigned_user_ids: holders?.get(row.file_id)?.map((holder) => holder.user_id) ?? [userId],
        acknowledge: acknowledge as Flag,
        awaiting_review: awaiting({ submission_id, judged_at }),
      };
    });
    return { rows: shown, end };
  };
}

async function withPeople(
  db: Db,
  files: Awaited<ReturnType<typeof selectFiles>>,
): Promise<EmployeeFile[]> {
  const ids = files.map((file) => file.file_id);
  const holders = Map.groupBy(await selectHolders(db, ids), (row) => row.file_id);
  const reasons = Map.groupBy(await selectReasons(db, ids), (row) => row.file_id);
  return files.map(({ object_key, acknowledge, ...file }) => {
    const people = holders.get(file.file_id) ?? [];
    return {
      ...file,
      file_path: object_key,
      assigned_user_ids: people.map((row) => row.user_id),
      awaiting_user_ids: people.filter(awaiting).map((row) => row.user_id),
      reasons: (reasons.get(file.file_id) ?? []).map(({ file_id: _, ...row }) => row),
      acknowledge: acknowledge as Flag,
    };
  });
}

/** A file with its people; undefined when there is none. */
export async function findFile(db: Db, fileId: number): Promise<EmployeeFile | undefined> {
  const [file] = await withPeople(db, await selectFiles(db, { fileId }));
  return file;
}

/** Files with their people, newest first. */
export function listFiles({ db }: Pick<AppContext, 'db'>): ReadPage<EmployeeFile> {
  return async (before, limit) => {
    const found = await selectFiles(db, { limit: limit + 1, before });
    const { rows, end } = pageOf(found, limit, (row) => ({ at: row.uploaded_at, id: row.file_id }));
    return { rows: await withPeople(db, rows), end };
  };
}

async function groupOf(db: Db, person: Awaited<ReturnType<typeof selectPeople>>[number]) {
  const files = await selectAssignments(db, person.user_id);
  const versions = await selectVersionsOf(db, person.user_id);
  const versionsOf = Map.groupBy(versions, (row) => row.assignment_id);
  return {
    id: person.user_id,
    name: personName(person),
    files: files.map((file) => ({
      id: file.file_id,
      name: file.file_name,
      file_path: file.object_key,
      uploadDate: file.uploaded_at,
      versions: (versionsOf.get(file.assignment_id) ?? []).map((version) => ({
        id: version.submission_id,
        number: version.version_number,
        status: version.status,
        date: version.submitted_at,
        url: version.object_key,
      })),
    })),
  } satisfies Grouped['employees'][number];
}

/** Every employee and everyone with a file, by name, with their files and versions, newest first; one at a time. */
export async function* listGroups(db: Db): AsyncGenerator<Grouped['employees']> {
  const people = (await selectPeople(db))
    .map((person) => ({ ...person, name: personName(person) }))
    .toSorted((one, other) => byName.compare(one.name, other.name) || one.user_id - other.user_id);
  for (const person of people) {
    const group = await groupOf(db, person);
    if (person.user_role === 'employee' || group.files.length > 0) yield [group];
  }
}

/** Versions of an assignment, newest first; 404 for an employee unless it's their own. */
export async function listVersions(
  db: Db,
  assignmentId: number,
  { userId, role }: Reader,
): Promise<Submission[]> {
  const found = await selectAssignment(db, assignmentId, role === 'admin' ? null : userId);
  if (!found) throw notFound(messages.notAssigned);
  return (await selectVersions(db, assignmentId)).map((row) => ({
    submission_id: row.submission_id,
    version_number: row.version_number,
    status: row.status,
    reason: row.reason,
    submitted_at: row.submitted_at,
    file_name: row.original_name,
    submitted_url: row.object_key,
    awaiting_review: awaiting(row),
  }));
}
