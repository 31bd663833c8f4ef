import { deviceStore } from '../device/device-store.ts';
import { readSession } from '../session/session.ts';
import { maxDraftAge } from './drafts.ts';

/** Files of a form by field: one, or a list. */
export type FormFiles = Record<string, File | readonly File[]>;

interface DraftFiles {
  /** The form's name. */
  form: string;
  /** In milliseconds since 1970. */
  at: number;
  files: FormFiles;
}

/** Bytes that a draft's files may have. */
const maxBytes = 200 * 1024 * 1024;

export const draftFilesDatabase = 'headrack.draft-files';
export const draftFilesStore = deviceStore<DraftFiles>(draftFilesDatabase);

const keyOf = (form: string): [number, string] => [readSession().userId ?? 0, form];

/** The values that are files, by field. */
export function filesIn(values: object): FormFiles {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => [value].flat()[0] instanceof File),
  );
}

/** What was stored last of each form in this page, so that typing doesn't store the same photos again. */
const last = new Map<string, string>();

const signatureOf = (files: FormFiles) =>
  JSON.stringify(
    Object.entries(files).map(([field, value]) => [
      field,
      [value].flat().map(({ name, size, lastModified }) => [name, size, lastModified]),
    ]),
  );

/** Stores the files of an employee's draft; an admin's are about others and are never stored. */
export function saveDraftFiles(form: string, files: FormFiles): void {
  const signature = signatureOf(files);
  const bytes = Object.values(files)
    .flat()
    .reduce((sum, { size }) => sum + size, 0);
  if (last.get(form) === signature || readSession().role !== 'employee') return;
  last.set(form, signature);
  // A device that keeps none says so when the draft is opened.
  if (bytes > maxBytes) deleteDraftFiles(form);
  else draftFilesStore.put(keyOf(form), { form, at: Date.now(), files }).catch(() => undefined);
}

/** The stored files of a draft; none where the browser stores nothing. */
export async function readDraftFiles(form: string): Promise<FormFiles> {
  const stored = await draftFilesStore.get(keyOf(form)).catch(() => undefined);
  return stored && Date.now() - stored.at <= maxDraftAge ? stored.files : {};
}

export function deleteDraftFiles(form: string): void {
  last.delete(form);
  draftFilesStore.delete(keyOf(form)).catch(() => undefined);
}

/** Deletes files that are older than drafts may be. */
export async function sweepDraftFiles(userId: number): Promise<void> {
  const stored = await draftFilesStore.all(userId).catch(() => []);
  for (const { form, at } of stored) if (Date.now() - at > maxDraftAge) deleteDraftFiles(form);
}
