import type { Document } from '#contract/documents.ts';
import type { Difference } from '../records/conflict-alert.tsx';
import { usDayAndTime } from '../us-dates.ts';
import type { DocumentValues } from './document-fields.tsx';

/** What the form of a document or an employee file needs. */
export type Editable = Pick<
  Document,
  | 'file_id'
  | 'file_name'
  | 'file_name_es'
  | 'file_path_es'
  | 'assigned_user_ids'
  | 'acknowledge'
  | 'uploaded_at'
  | 'version'
  | 'revision'
>;

/** The editable part of a document; null for a new one. */
export function valuesOf(document: Editable | null): DocumentValues {
  return {
    file: null,
    file_name: document?.file_name ?? '',
    file_name_es: document?.file_name_es ?? '',
    file_es: null,
    remove_file_es: 0,
    user_ids: (document?.assigned_user_ids ?? []).toSorted((a, b) => a - b),
    acknowledge: document?.acknowledge ?? 0,
  };
}

/** The differences between the stored document and the form; `read` is the version that filled the form. */
export function differencesOf(
  current: Editable,
  entered: DocumentValues,
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
  const spanishIs = (isStored: boolean) => (isStored ? 'Stored' : 'None');
  const hasSpanish = current.file_path_es !== undefined;
  const keepsSpanish = hasSpanish && !entered.file && entered.remove_file_es === 0;
  const rows = [
    { label: 'File name', saved: current.file_name, entered: entered.file_name },
    {
      label: 'File name (Spanish)',
      saved: current.file_name_es ?? '',
      entered: entered.file_name_es,
    },
    {
      label: 'Assigned to',
      saved: people(current.assigned_user_ids),
      entered: people(entered.user_ids),
    },
    {
      label: 'Confirmation',
      saved: asked(current.acknowledge),
      entered: asked(entered.acknowledge),
    },
    {
      label: 'File',
      saved: fileIs(current),
      // Without a replacement the stored file stays.
      entered:
        entered.file?.name ?? (current.revision === read.revision ? fileIs(read) : fileIs(current)),
    },
    {
      label: 'File (Spanish)',
      saved: spanishIs(hasSpanish),
      entered: entered.file_es?.name ?? spanishIs(keepsSpanish),
    },
  ];
  return rows.filter((row) => row.saved !== row.entered);
}
