import { documents } from '#contract/messages/documents.ts';
import { employeeFiles } from '#contract/messages/employee-files.ts';
import type { Kind } from './documents.queries.ts';

interface Notices {
  /** To who is given a document. */
  notice: (name: string) => string;
  /** To who had it when its content was replaced. */
  replaced: (name: string) => string;
}

/** What people are told of a document of each kind. */
export const notices: Record<Kind, Notices> = {
  ...documents.kinds,
  'employee-files': employeeFiles,
};
