import type { EmployeeFile } from '#contract/employee-files.ts';
import type { User } from '#contract/users.ts';
import { personName } from '../files/people-words.ts';
import type { Difference } from '../frame/conflict-notice.tsx';

/** What the window of a file holds. */
export interface FileValues {
  fileName: string;
  userIds: number[];
  acknowledge: boolean;
}

/** The part of a file that can be changed. */
export function valuesOf(file: EmployeeFile): FileValues {
  return {
    fileName: file.file_name,
    userIds: file.assigned_user_ids,
    acknowledge: file.acknowledge === 1,
  };
}

/** Whether two hold the same, in whichever order the people were ticked. */
export function sameValues(one: FileValues, other: FileValues): boolean {
  return (
    one.fileName === other.fileName &&
    one.acknowledge === other.acknowledge &&
    new Set(one.userIds).symmetricDifference(new Set(other.userIds)).size === 0
  );
}

/** Where the stored file and the window differ, as people read it; of the people only those in one of the two. */
export function differencesOf(
  current: EmployeeFile,
  mine: FileValues,
  people: readonly User[],
): Difference[] {
  const theirs = valuesOf(current);
  const names = new Map(people.map((person) => [person.user_id, personName(person)]));
  const only = (some: FileValues, others: FileValues) =>
    some.userIds
      .filter((id) => !others.userIds.includes(id))
      .map((id) => names.get(id) ?? `User ${id}`)
      .join(', ');
  const asked = (values: FileValues) => (values.acknowledge ? 'Asked for' : 'Not asked for');
  const all: Difference[] = [
    { label: 'File name', theirs: theirs.fileName, mine: mine.fileName },
    { label: 'People who are only here', theirs: only(theirs, mine), mine: only(mine, theirs) },
    { label: 'Confirmation', theirs: asked(theirs), mine: asked(mine) },
  ];
  return all.filter((difference) => difference.theirs !== difference.mine);
}
