import { applicationInput, resumeMaxBytes, sendApplication } from '#contract/applications.ts';
import { applications as say } from '#contract/messages/applications.ts';
import { upload } from '#web/lib/api.ts';
import { type FormValues, fieldErrors, rowsOf } from '#web/lib/form-values.ts';

/** The text fields of the call: the form's own names, the rows as lists. */
function applicationBody(values: FormValues, jobId: string | null) {
  const flat = Object.entries(values).filter(([name]) => !name.includes('.'));
  const experiences = rowsOf(values, 'workExperiences').map((row) => ({
    ...row,
    is_current: Number(row.is_current === '1'),
  }));
  return {
    ...Object.fromEntries(flat),
    workExperiences: experiences,
    references: rowsOf(values, 'references'),
    ...(jobId === null ? {} : { job_id: jobId }),
  };
}

interface SendOptions {
  idempotencyKey: string;
  signal: AbortSignal;
  /** The sent part of the bytes, 0 to 1. */
  onProgress: (part: number) => void;
}

/** Sends the application; rejects with a CallError, or when the signal stops it. */
export async function sendForm(
  values: FormValues,
  jobId: string | null,
  resume: File | null,
  options: SendOptions,
): Promise<void> {
  await upload(sendApplication, applicationBody(values, jobId), resume, options);
}

/** What is wrong with the answers, by wire name. */
export function applicationErrors(values: FormValues): Record<string, string> {
  return fieldErrors(applicationInput, applicationBody(values, null));
}

/** What is wrong with a resume: not a PDF by its first bytes, or too large; null when nothing is. */
export async function resumeProblem(file: File | null): Promise<string | null> {
  if (!file) return null;
  if (file.size > resumeMaxBytes) return say.resumeTooLarge;
  try {
    const head = await file.slice(0, 1024).text();
    return head.includes('%PDF-') ? null : say.resumePdf;
  } catch {
    // Moved or taken away since it was chosen.
    return say.resumePdf;
  }
}
