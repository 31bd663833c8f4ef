import type { Application } from '#contract/applications.ts';
import type { ApplicationRow } from '../../database/tables.ts';
import type { WorkExperienceRow, WorkReferenceRow } from './applications.queries.ts';

/** An application as the wire has it: its columns are named as SPEC.md names them. */
export function present(
  row: ApplicationRow,
  experiences: readonly WorkExperienceRow[],
  references: readonly WorkReferenceRow[],
): Application {
  return {
    ...(row as Omit<Application, 'work_experiences' | 'work_references'>),
    work_experiences: experiences.map(({ application_id: _, ...entry }) => ({
      ...entry,
      is_current: entry.is_current === 1 ? 1 : 0,
    })),
    work_references: references.map(({ application_id: _, ...entry }) => entry),
  };
}
