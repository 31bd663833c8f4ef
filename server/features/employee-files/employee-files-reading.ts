import type { Assignment, EmployeeFile, Grouped, Submission } from '#contract/employee-files.ts';
import { personName } from '#contract/employee-name.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import type { Db } from '../../database/open.ts';
import type { AuthUser } from '../../platform/access.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { type Cursor, sliceOf } from '../../platform/cursor.ts';
import { notFound } from '../../platform/errors.ts';
import { noteDelivery } from '../documents/documents.service.ts';
import {
  selectAllVersions,
  selectAssignment,
  selectAssignments,
  selectFiles,
  selectHolders,
  selectPeople,
  selectReasons,
} from './employee-files.queries.ts';
import { selectVersions } from './employee-files-versions.queries.ts';

type Reader = Pick<AuthUser, 'userId' | 'role'>;
type Flag = 0 | 1;

const byName = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** 1 while the latest version waits for a review. */
function awaiting(latest: { submission_id: number | null; judged_at: string | null }): Flag {
  return latest.submission_id !== null && latest.judged_at === null ? 1 : 0;
}

/** Assignments, newest file first: an admin's all, with everyone who has the file; an employee's own, which count as delivered. */
export async function listAssignments(
  ctx: AppContext,
  { userId, role, ip, isRead }: Reader & { ip: string; isRead: boolean },
  { limit, before }: { limit: number | undefined; before: Cursor | null },
): Promise<{ rows: Assignment[]; next: string | null }> {
  const all = await selectAssignments(ctx.db, role === 'admin' ? null : userId);
  const { rows, next } = sliceOf(all, limit, before, (row) => ({
    at: row.uploaded_at,
    id: row.assignment_id,
  }));
  // HEAD isn't a delivery.
  const fresh = isRead
    ? rows.filter((row) => row.user_id === userId && row.delivered_at === null)
    : [];
  await noteDelivery(ctx, 'employee-files', fresh, { userId, ip });
  const byFile = Map.groupBy(all, (row) => row.file_id);
  const holders = new Map(
    [...byFile].map(([fileId, group]) => [
      fileId,
      group.map((row) => row.user_id).toSorted((one, other) => one - other),
    ]),
  );
  const shown = rows.map(({ object_key, uploaded_at, acknowledge, ...row }) => {
    const { submission_id, judged_at, delivered_at: _, ...rest } = row;
    return {
      ...rest,
      file_path: object_key,
      upload_date: uploaded_at,
      assigned_user_ids: holders.get(row.file_id) ?? [],
      acknowledge: acknowledge as Flag,
      awaiting_review: awaiting({ submission_id, judged_at }),
    };
  });
  return { rows: shown, next };
}

/** Files with their people, newest first; only `fileId` when given. */
export async function listFiles(db: Db, fileId: number | null = null): Promise<EmployeeFile[]> {
  const files = await selectFiles(db, fileId);
  const holders = Map.groupBy(await selectHolders(db, fileId), (row) => row.file_id);
  const reasons = Map.groupBy(await selectReasons(db, fileId), (row) => row.file_id);
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

/** Every employee and everyone with a file, by name, with their files and versions, newest first. */
export async function listGrouped(db: Db): Promise<Grouped> {
  const filesOf = Map.groupBy(await selectAssignments(db, null), (row) => row.user_id);
  const versionsOf = Map.groupBy(await selectAllVersions(db), (row) => row.assignment_id);
  const employees = (await selectPeople(db))
    .filter(({ user_id, user_role }) => user_role === 'employee' || filesOf.has(user_id))
    .map((person) => ({
      id: person.user_id,
      name: personName(person),
      files: (filesOf.get(person.user_id) ?? []).map((file) => ({
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
    }))
    .toSorted((one, other) => byName.compare(one.name, other.name) || one.id - other.id);
  return { employees };
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
