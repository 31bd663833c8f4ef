import * as z from 'zod/mini';
import { fileShape, formKinds, newFileName, openedShape, pdfOnly, zeroOrOne } from './files.ts';
import { documents } from './messages/documents.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  anyFlag,
  choice,
  done,
  flag,
  idParams,
  instant,
  optionalLine,
  optionalText,
  page,
  version,
} from './wire/fields.ts';
import { anyUserIds, userIds } from './wire/user-ids.ts';

export const submissionStatuses = ['Incomplete', 'Complete', 'Rejected', 'Archived'] as const;
export type SubmissionStatus = (typeof submissionStatuses)[number];
const status = z.enum(submissionStatuses);

/** One file for one user. */
export const assignment = z.object({
  ...fileShape,
  assignment_id: z.int(),
  user_id: z.int(),
  /** When the file was uploaded or last replaced. */
  upload_date: instant,
  /** Of the latest version; null when nothing was submitted. */
  status: z.nullable(status),
  /** For an employee their own id only. */
  assigned_user_ids: z.array(z.int()),
  /** Of this user. */
  ...openedShape,
  /** 1: the latest version has not been reviewed yet. */
  awaiting_review: zeroOrOne,
});
export type Assignment = z.output<typeof assignment>;

export const submission = z.object({
  submission_id: z.int(),
  version_number: z.int(),
  status,
  /** Why it was rejected; '' without one. */
  reason: z.string(),
  submitted_at: instant,
  /** As the sender's device named it. */
  file_name: z.string(),
  /** Key for the presign calls. */
  submitted_url: z.string(),
  awaiting_review: zeroOrOne,
});
export type Submission = z.output<typeof submission>;

/** A file as admins see it, also when it is assigned to nobody yet. */
export const employeeFile = z.object({
  ...fileShape,
  /** Or last replaced. */
  uploaded_at: instant,
  assigned_user_ids: z.array(z.int()),
  /** Those whose latest version has not been reviewed yet. */
  awaiting_user_ids: z.array(z.int()),
  /** Why versions were rejected. */
  reasons: z.array(z.object({ submission_id: z.int(), reason: z.string() })),
});
export type EmployeeFile = z.output<typeof employeeFile>;

/** Employees with their files and each file's versions (F5, F7). */
export const grouped = z.object({
  employees: z.array(
    z.object({
      /** The user id. */
      id: z.int(),
      name: z.string(),
      files: z.array(
        z.object({
          /** The file id. */
          id: z.int(),
          name: z.string(),
          file_path: z.string(),
          uploadDate: instant,
          versions: z.array(
            z.object({
              /** The submission id. */
              id: z.int(),
              number: z.int(),
              status,
              date: instant,
              url: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
});
export type Grouped = z.output<typeof grouped>;

const missing = { file: documents.fileMissing };
const forms = { field: 'file', kinds: formKinds, maxBytes: 'usual' } as const;

export const listAssignments = endpoint({
  name: 'listAssignments',
  method: 'GET',
  path: '/api/employee-files',
  access: 'signed-in',
  summary: "Assignments, newest file first: an admin's all, an employee's own.",
  query: z.object(page),
  status: 200,
  reply: z.array(assignment),
  paged: true,
});

export const listEmployeeFiles = endpoint({
  name: 'listEmployeeFiles',
  method: 'GET',
  path: '/api/employee-files/files',
  access: 'admin',
  summary: 'Files, assigned or not, newest first; each once, with its people.',
  status: 200,
  reply: z.array(employeeFile),
});

export const groupAssignments = endpoint({
  name: 'groupAssignments',
  method: 'GET',
  path: '/api/employee-files/grouped',
  access: 'admin',
  summary: 'Employees by name, each with their files and submitted versions, newest first.',
  status: 200,
  reply: grouped,
});

export const uploadEmployeeFile = endpoint({
  name: 'uploadEmployeeFile',
  method: 'POST',
  path: '/api/employee-files/upload',
  access: 'admin',
  summary: 'Stores a file (PDF, DOC, DOCX) and assigns it to any number of users.',
  body: z.object({
    user_ids: z._default(userIds(), []),
    file_name: optionalLine(200),
    acknowledge: flag(),
  }),
  upload: { ...forms, required: true },
  status: 201,
  reply: z.object({ message: z.string(), file_id: z.int() }),
  idempotent: true,
  invalid: missing,
});

export const updateEmployeeFile = endpoint({
  name: 'updateEmployeeFile',
  method: 'PUT',
  path: '/api/employee-files/{id}',
  access: 'admin',
  summary:
    'Changes the keys that are sent; `id` is the file_id. People who are removed keep their versions; 409 returns the current file.',
  params: idParams,
  body: z.object({
    user_ids: anyUserIds(),
    file_name: newFileName,
    acknowledge: anyFlag(),
    version: version(),
  }),
  upload: { ...forms, required: false },
  status: 200,
  reply: done,
});

export const deleteEmployeeFile = endpoint({
  name: 'deleteEmployeeFile',
  method: 'DELETE',
  path: '/api/employee-files/{id}',
  access: 'admin',
  summary: 'Deletes the file with all assignments, versions and receipts; `id` is the file_id.',
  params: idParams,
  status: 200,
  reply: done,
});

export const listSubmissions = endpoint({
  name: 'listSubmissions',
  method: 'GET',
  path: '/api/employee-files/{id}/submissions',
  access: 'signed-in',
  summary: 'Versions of an assignment, newest first; `id` is the assignment_id.',
  params: idParams,
  status: 200,
  reply: z.array(submission),
});

export const submitVersion = endpoint({
  name: 'submitVersion',
  method: 'POST',
  path: '/api/employee-files/{id}/submissions',
  access: 'signed-in',
  summary: "Sends a new version (PDF) of the caller's own assignment; `id` is the assignment_id.",
  params: idParams,
  body: z.object({}),
  upload: { field: 'file', kinds: pdfOnly, maxBytes: 'usual', required: true },
  status: 201,
  reply: z.object({ message: z.string(), submission_id: z.int() }),
  idempotent: true,
  invalid: missing,
});

export const deleteVersion = endpoint({
  name: 'deleteVersion',
  method: 'DELETE',
  path: '/api/employee-files/{id}/submissions',
  access: 'admin',
  summary: 'Deletes a version; its number is not used again. `id` is the submission_id.',
  params: idParams,
  status: 200,
  reply: done,
});

export const setSubmissionStatus = endpoint({
  name: 'setSubmissionStatus',
  method: 'PUT',
  path: '/api/employee-files/{id}/status',
  access: 'admin',
  summary:
    'Sets the status of a version, with a reason that the employee reads. `id` is the submission_id.',
  params: idParams,
  body: z.object({ status: choice(submissionStatuses), reason: optionalText() }),
  status: 200,
  reply: done,
});
