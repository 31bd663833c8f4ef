import type { EmployeeFile, Grouped, SubmissionStatus } from '#contract/employee-files.ts';
import { matches } from '#contract/text/text-match.ts';

export type GroupedEmployee = Grouped['employees'][number];
export type GroupedFile = GroupedEmployee['files'][number];
export type GroupedVersion = GroupedFile['versions'][number];

/** The latest versions that await a review, as `user/file`. */
export type Awaiting = ReadonlySet<string>;

export function awaitingOf(files: readonly EmployeeFile[]): Awaiting {
  return new Set(
    files.flatMap(({ file_id, awaiting_user_ids }) =>
      awaiting_user_ids.map((userId) => pair(userId, file_id)),
    ),
  );
}

function pair(userId: number, fileId: number): string {
  return `${userId}/${fileId}`;
}

/** Whether this person's latest version of this file awaits a review. */
export function awaits(awaiting: Awaiting, userId: number, fileId: number): boolean {
  return awaiting.has(pair(userId, fileId));
}

export function countAwaiting(awaiting: Awaiting, { id, files }: GroupedEmployee): number {
  return files.filter((file) => awaits(awaiting, id, file.id)).length;
}

/** The status of the first listed version, 'Incomplete' when there is none (F5, F6). */
export function statusOf({ versions }: GroupedFile): SubmissionStatus {
  return versions[0]?.status ?? 'Incomplete';
}

/** The people whose name matches, those in `first` before the others; with `only` no others. */
export function found(
  employees: readonly GroupedEmployee[],
  search: string,
  first: ReadonlySet<number>,
  only: boolean,
): GroupedEmployee[] {
  const fitting = employees.filter(({ name }) => search.trim() === '' || matches(search, name));
  const waiting = fitting.filter(({ id }) => first.has(id));
  return only ? waiting : [...waiting, ...fitting.filter(({ id }) => !first.has(id))];
}
