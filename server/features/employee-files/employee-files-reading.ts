import type { Assignment, EmployeeFile, Grouped, Submission } from '#contract/employee-files.ts';
import { personName } from '#contract/employee-name.ts';
import { employeeFiles as say } from '#contract/messages/employee-files.ts';
import type { Db } from '../../database/open.ts';
import { type Cursor, sliceOf } from '../../platform/cursor.ts';
import { notFound } from '../../platform/errors.ts';
import type { Ground } from '../../platform/ground.ts';
import type { SignedIn } from '../../platform/signed-in.ts';
import { noteDelivery } from '../documents/documents.service.ts';
import {
  selectAllVersions,
  selectAssignment,
  selectAssignments,
  selectFiles,
  selectHolders,
  selectPeople,
} from './employee-files.queries.ts';
import { selectVersions } from './employee-files-versions.queries.ts';

type Reader = Pick<SignedIn, 'userId' | 'role'>;
type Flag = 0 | 1;

const byName = new Intl.Collator('en-US', { numeric: true, sensitivity: 'base' });

/** 1 when there is a version and no admin has judged it. */
function awaiting(latest: { submission_id: number | null; judged_at: string | null }): Flag {
  return latest.submission_id !== null && latest.judged_at === null ? 1 : 0;
}

/** Assignments, newest file first: an admin's all, with everybody who has the file; an employee's own. The own ones count as delivered. */
export async function readAssignments(
  ground: Ground,
  { userId, role, ip, isRead }: Reader & { ip: string; isRead: boolean },
  { limit, before }: { limit: number | undefined; before: Cursor | null },
): Promise<{ rows: Assignment[]; next: string | null }> {
  const all = await selectAssignments(ground.db, role === 'admin' ? null : userId);
  const { rows, next } = sliceOf(all, limit, before, (row) => ({
    at: row.uploaded_at,
    id: row.assignment_id,
  }));
  // HEAD shows nobody the list.
  const fresh = isRead
    ? rows.filter((row) => row.user_id === userId && row.delivered_at === null)
    : [];
  await noteDelivery(ground, 'employee-files', fresh, { userId, ip });
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

/** Files, newest first, each once with its people; only that one when given. */
export async function readFiles(db: Db, fileId: number | null = null): Promise<EmployeeFile[]> {
  const files = await selectFiles(db, fileId);
  const holders = Map.groupBy(await selectHolders(db, fileId), (row) => row.file_id);
  return files.map(({ object_key, acknowledge, ...file }) => {
    const people = holders.get(file.file_id) ?? [];
    return {
      ...file,
      file_path: object_key,
      assigned_user_ids: people.map((row) => row.user_id),
      awaiting_user_ids: people.filter(awaiting).map((row) => row.user_id),
      acknowledge: acknowledge as Flag,
    };
  });
}

/** Everybody who is an employee or has a file, by name, with their files and versions, newest first. */
export async function readGrouped(db: Db): Promise<Grouped> {
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

/** Versions of an assignment, newest first; 404 for whom it is hidden from. */
export async function readVersions(
  db: Db,
  assignmentId: number,
  { userId, role }: Reader,
): Promise<Submission[]> {
  const found = await selectAssignment(db, assignmentId, role === 'admin' ? null : userId);
  if (!found) throw notFound(say.notAssigned);
  return (await selectVersions(db, assignmentId)).map((row) => ({
    submission_id: row.submission_id,
    version_number: row.version_number,
    status: row.status,
    reason: row.reason,
    submitted_at: row.submitted_at,
    submitted_url: row.object_key,
    awaiting_review: awaiting(row),
  }));
}
