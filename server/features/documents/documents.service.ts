import type { Db } from '../../database/open.ts';
import { countToReview, countUnopened } from './documents-counts.queries.ts';

/** What other features do with documents. */
export {
  type Actor,
  addDocument,
  assertUsers,
  changeDocument,
  removeDocument,
  type Told,
  tell,
} from './documents-writing.ts';

/** What of documents waits for a person to be opened, by kind. */
export async function unopenedDocuments(db: Db, userId: number) {
  const counts = await countUnopened(db, userId);
  return {
    unopened_training: counts.get('training') ?? 0,
    unopened_settlements: counts.get('settlements') ?? 0,
    unopened_reports: counts.get('reports') ?? 0,
    unopened_employee_files: counts.get('employee-files') ?? 0,
  };
}

/** How many versions sent back wait for an admin's judgement. */
export async function submissionsToReview(db: Db): Promise<number> {
  return countToReview(db);
}
