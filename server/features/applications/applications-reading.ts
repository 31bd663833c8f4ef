import type * as contract from '#contract/applications.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { Db } from '../../database/open.ts';
import type { ApplicationRow } from '../../database/tables/tables.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { pageOf, type ReadPage } from '../../platform/http/lists.ts';
import { selectApplications, selectEntries } from './applications.queries.ts';
import { selectNotes } from './applications-stages.queries.ts';
import { readOthers } from './same-applicant.service.ts';

function entriesById<E extends { application_id: number }>(entries: readonly E[]) {
  const found = Map.groupBy(entries, ({ application_id }) => application_id);
  return (id: number) => (found.get(id) ?? []).map(({ application_id: _, ...entry }) => entry);
}

type TimelineRow = Omit<Awaited<ReturnType<typeof selectNotes>>[number], 'application_id'>;

/** Splits a timeline into the office's notes and what happened. */
function timelineOf(rows: readonly TimelineRow[]) {
  const entries = rows.map(({ id, author_id, kind, text, created_at, ...author }) => ({
    kind,
    entry: { id, author: author_id === null ? '' : personName(nameOf(author)), text, created_at },
  }));
  return {
    notes: entries.filter(({ kind }) => kind === 'note').map(({ entry }) => entry),
    events: entries
      .filter(({ kind }) => kind !== 'note')
      .map(({ kind, entry }) => ({ ...entry, kind })),
  };
}

const nameOf = ({
  username,
  ...name
}: Pick<TimelineRow, 'username' | 'first_name' | 'last_name'>) => ({
  ...name,
  username: username ?? '',
});

/** Without what is the server's own. */
function ownColumns({
  opened_by: _by,
  driver_history: _history,
  email_key: _email,
  person_key: _person,
  first_application: _first,
  ...row
}: ApplicationRow) {
  return row;
}

/** The applications as the office sees them. */
export async function toDtos(
  db: Db,
  rows: readonly ApplicationRow[],
): Promise<contract.Application[]> {
  const ids = rows.map(({ id }) => id);
  const { experiences, references } = await selectEntries(db, ids);
  const [experiencesOf, referencesOf] = [entriesById(experiences), entriesById(references)];
  const notesOf = entriesById(await selectNotes(db, ids));
  const othersOf = await readOthers(db, rows);
  return rows.map((application) => {
    return {
      ...ownColumns(application),
      ...timelineOf(notesOf(application.id)),
      other_applications: othersOf(application),
      work_experiences: experiencesOf(application.id),
      work_references: referencesOf(application.id),
    } as contract.Application;
  });
}

/** Applications, newest first. */
export function listApplications({ db }: Pick<AppContext, 'db'>): ReadPage<contract.Application> {
  return async (before, limit) => {
    const found = await selectApplications(db, before, limit);
    const { rows, end } = pageOf(found, limit, ({ created_at, id }) => ({ at: created_at, id }));
    return { rows: await toDtos(db, rows), end };
  };
}
