import { readSession } from '../session/session.ts';
import { deleteDraftFiles, filesIn, saveDraftFiles } from './draft-files.ts';
import { type Draft, deleteDraft, readDraft, saveDraft } from './drafts.ts';

interface Context<Target> {
  /** The record being edited, as it was loaded; null for a new one. */
  target: Target | null;
  /** The fields that had files: `readDraftFiles` has them, if the device could store them. */
  fileFields: readonly string[];
}

/** Unsaved values of a portal form; files aren't among them. */
export type FormDraft<Target, Values extends object> = Draft<Values, Context<Target>>;

/** The signed-in user's draft of a form; null when there is none. */
export function readFormDraft<Target, Values extends object>(
  form: string,
): FormDraft<Target, Values> | null {
  const { userId } = readSession();
  return userId === null ? null : readDraft<Values, Context<Target>>(userId, form);
}

/** Stores a form's values on this device for the signed-in user. */
export function saveFormDraft(form: string, target: unknown, values: object): void {
  const { userId } = readSession();
  if (userId === null) return;
  const files = filesIn(values);
  const texts = Object.entries(values).filter(([field]) => !(field in files));
  const fileFields = Object.keys(files);
  if (fileFields.length > 0) saveDraftFiles(form, files);
  else deleteFilesOf(form);
  const context: Context<unknown> = { target: target ?? null, fileFields };
  saveDraft(userId, form, Object.fromEntries(texts), context);
}

export function deleteFormDraft(form: string): void {
  const { userId } = readSession();
  if (userId === null) return;
  deleteFilesOf(form);
  deleteDraft(userId, form);
}

/** Deletes the files of a draft that has some, so that others don't open the database. */
function deleteFilesOf(form: string): void {
  if (readFormDraft(form)?.fileFields.length) deleteDraftFiles(form);
}
