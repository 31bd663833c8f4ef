import { CallError } from '#contract/endpoint.ts';
import { documents as text } from '#contract/messages/documents.ts';
import type { DocumentValues } from './document-fields.tsx';

interface Demands {
  /** A document that is there needs no file. */
  isNew: boolean;
  peopleRequired: boolean;
}

/** SPEC.md's two sentences, by wire name. */
export function faultsOf(
  values: DocumentValues,
  { isNew, peopleRequired }: Demands,
): Record<string, string> {
  return {
    ...(isNew && values.file === null ? { file: text.fileMissing } : {}),
    ...(peopleRequired && values.user_ids.length === 0 ? { user_ids: text.usersMissing } : {}),
  };
}

const names: readonly string[] = ['file', 'file_name', 'user_ids'];

/** The server's sentences about single fields that are on the screen. */
export function fieldFaults(error: unknown): Record<string, string> {
  const fields = error instanceof CallError ? (error.body.fields ?? {}) : {};
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

/** Whether the failure is said beside a field already. */
export function isAtField(error: unknown): boolean {
  return Object.keys(fieldFaults(error)).length > 0;
}

/** Puts the focus on the first control that is marked as wrong, once that is drawn. */
export function focusFirstFault(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    form?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  });
}

/** The faults without those of the controls that were touched since. */
export function without(faults: Record<string, string>, touched: readonly string[]) {
  return Object.fromEntries(Object.entries(faults).filter(([name]) => !touched.includes(name)));
}
