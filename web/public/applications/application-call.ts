import { applicationInput, sendApplication } from '#contract/applications.ts';
import { resumeMaxBytes } from '#contract/form-choices.ts';
import { applications as messages } from '#contract/messages/applications.ts';
import * as contract from '#contract/rules/form-warnings.ts';
import { fileFamilyOf, headBytes } from '#contract/wire/file-family.ts';
import { upload } from '#web/lib/api/upload.ts';
import { type FormValues, fieldErrors, rowsOf } from '#web/lib/forms/form-values.ts';
import { historyOf } from './driver-history-values.ts';

/** The call's body: fields by the form's names, rows as lists. */
function applicationBody(values: FormValues, jobId: string | null) {
  const flat: FormValues = Object.fromEntries(
    Object.entries(values).filter(([name]) => !name.includes('.')),
  );
  const experiences = rowsOf(values, 'workExperiences').map((row) => ({
    ...row,
    is_current: Number(row.is_current === '1'),
  }));
  return {
    ...flat,
    workExperiences: experiences,
    references: rowsOf(values, 'references'),
    driver_history: historyOf(values),
    ...(jobId === null ? {} : { job_id: jobId }),
  };
}

interface SendOptions {
  idempotencyKey: string;
  signal: AbortSignal;
  /** The fraction of the bytes sent, 0 to 1. */
  onProgress: (part: number) => void;
}

/** Sends the application; returns its id and the path of its status page. Rejects with a CallError, or an AbortError. */
export async function send(
  values: FormValues,
  { jobId, privacyVersion }: { jobId: string | null; privacyVersion: string },
  resume: File | null,
  options: SendOptions,
): Promise<{ id: number; statusPath: string }> {
  const body = { ...applicationBody(values, jobId), privacy_version: privacyVersion };
  // Without a file it is small enough for keepalive.
  const keepalive = resume === null;
  const { id, status_url } = await upload(sendApplication, body, resume, { ...options, keepalive });
  return { id, statusPath: URL.parse(status_url)?.pathname ?? '' };
}

/** Errors by wire name. */
export function errors(values: FormValues): Record<string, string> {
  return fieldErrors(applicationInput, applicationBody(values, null));
}

/** Warnings by wire name; they don't block sending. */
export function warnings(values: FormValues): Record<string, string> {
  return contract.fieldWarnings(
    contract.applicationWarnings(applicationBody(values, null), new Date()),
  );
}

/** An error message if the resume is too large or no PDF, else null. */
export async function resumeProblem(file: File | null): Promise<string | null> {
  if (!file) return null;
  if (file.size > resumeMaxBytes) return messages.resumeTooLarge;
  try {
    const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
    return fileFamilyOf(head) === 'pdf' ? null : messages.resumePdf;
  } catch {
    // The file was moved or deleted since it was chosen.
    return messages.resumeUnreadable;
  }
}
