import type { Document } from '#contract/documents.ts';
import type { Difference } from '../frame/conflict-notice.tsx';
import { usDayAndTime } from '../frame/us-dates.ts';
import type { DocumentValues } from './document-fields.tsx';

/** What the window of a document needs to know of it; a file that employees send back has it too. */
export type Editable = Pick<
  Document,
  | 'file_id'
  | 'file_name'
  | 'assigned_user_ids'
  | 'acknowledge'
  | 'uploaded_at'
  | 'version'
  | 'revision'
>;

/** The editable part of a document. */
export function valuesOf(document: Editable): DocumentValues {
  return {
    file: null,
    file_name: document.file_name,
    user_ids: document.assigned_user_ids,
    acknowledge: document.acknowledge,
  };
}

/** Whether the form holds something else than the document. */
export function isChanged(document: Editable, values: DocumentValues): boolean {
  const { file, file_name, user_ids, acknowledge } = values;
  const had = new Set(document.assigned_user_ids);
  return (
    file !== null ||
    file_name !== document.file_name ||
    acknowledge !== document.acknowledge ||
    user_ids.length !== had.size ||
    user_ids.some((id) => !had.has(id))
  );
}

/** Where the stored document and the form differ, as people read it; `read` is what the form began with. */
export function differencesOf(
  current: Editable,
  mine: DocumentValues,
  read: Editable,
  nameOf: (userId: number) => string,
): Difference[] {
  const people = (ids: readonly number[]) =>
    ids
      .map(nameOf)
      .toSorted((a, b) => a.localeCompare(b))
      .join(', ');
  const asked = (flag: 0 | 1) => (flag === 1 ? 'Asked for' : 'Not asked for');
  const fileIs = (document: Editable) => `As of ${usDayAndTime(document.uploaded_at)}`;
  const rows = [
    { label: 'File name', theirs: current.file_name, mine: mine.file_name },
    {
      label: 'Assigned to',
      theirs: people(current.assigned_user_ids),
      mine: people(mine.user_ids),
    },
    {
      label: 'Confirmation',
      theirs: asked(current.acknowledge),
      mine: asked(mine.acknowledge),
    },
    {
      label: 'File',
      theirs: fileIs(current),
      // Without another file the one that is stored stays, whoever stored it.
      mine:
        mine.file?.name ?? (current.revision === read.revision ? fileIs(read) : fileIs(current)),
    },
  ];
  return rows.filter((row) => row.theirs !== row.mine);
}
