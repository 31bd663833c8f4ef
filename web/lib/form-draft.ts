import { deleteDraft, isSensitive, listDrafts, newDraft, readDraft, writeDraft } from './draft.ts';
import { deleteDraftFiles, filesIn, saveDraftFiles } from './draft-files.ts';
import { readSession } from './session.ts';

const prefix = 'user.';

/** Unsaved values of a portal form. */
export interface FormDraft<Target, Values> {
  /** The record being edited, as it was loaded; null for a new one. */
  target: Target | null;
  /** Without passwords, which are never stored, and without files. */
  values: Partial<Values>;
  /** The fields that had files: `readDraftFiles` has them, if the device could store them. */
  fileFields: readonly string[];
}

function nameOf(form: string): string | null {
  const { userId } = readSession();
  return userId === null ? null : `${prefix}${userId}.${form}`;
}

/** The signed-in user's draft of a form; null when there is none. */
export function readFormDraft<Target, Values>(form: string): FormDraft<Target, Values> | null {
  const name = nameOf(form);
  const draft = name === null ? null : readDraft(name);
  if (draft === null) return null;
  try {
    return {
      target: JSON.parse(draft.values.target ?? 'null') as Target | null,
      values: JSON.parse(draft.values.values ?? '{}') as Partial<Values>,
      fileFields: JSON.parse(draft.values.files ?? '[]') as string[],
    };
  } catch {
    return null;
  }
}

/** Stores a form's values on this device for the signed-in user. */
export function saveFormDraft(form: string, target: unknown, values: object): void {
  const name = nameOf(form);
  if (name === null) return;
  const files = filesIn(values);
  const kept = Object.entries(values).filter(([field]) => !isSensitive(field) && !(field in files));
  const texts = {
    target: JSON.stringify(target ?? null),
    values: JSON.stringify(Object.fromEntries(kept)),
    files: JSON.stringify(Object.keys(files)),
  };
  if (Object.keys(files).length > 0) saveDraftFiles(form, files);
  else deleteFilesOf(form);
  writeDraft(name, newDraft(texts));
}

export function deleteFormDraft(form: string): void {
  const name = nameOf(form);
  if (name === null) return;
  deleteFilesOf(form);
  deleteDraft(name);
}

/** Deletes the files of a draft that has some, so that others don't open the database. */
function deleteFilesOf(form: string): void {
  if (readFormDraft(form)?.fileFields.length) deleteDraftFiles(form);
}

/** Deletes the drafts of every user of this device. */
export function deleteFormDrafts(): void {
  for (const name of listDrafts(prefix)) deleteDraft(name);
}

/** Deletes drafts of other users on this device, and drafts older than 14 days. */
export function sweepFormDrafts(): void {
  const own = nameOf('');
  if (own === null) return;
  for (const name of listDrafts(prefix)) {
    if (!name.startsWith(own) || readDraft(name) === null) deleteDraft(name);
  }
}
