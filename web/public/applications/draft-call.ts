import { createApplicationDraft, getApplicationDraft } from '#contract/application-drafts.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { call } from '#web/lib/api/api.ts';
import { formFailure } from '#web/lib/api/call-error.ts';
import type { FormValues } from '#web/lib/forms/form-values.ts';

export interface Notice {
  tone: 'error' | 'info' | 'success';
  text: string;
}

/** Keeps the values on the server and mails the link; returns what to say about it. */
export async function mailDraft(
  email: string,
  values: FormValues,
  jobId: string | null,
): Promise<Notice> {
  try {
    const { draft_code, ...answers } = values;
    const body = { email, values: answers, job_id: jobId, draft_code };
    return { tone: 'success', text: (await call(createApplicationDraft, { body })).message };
  } catch (error) {
    return { tone: 'error', text: `${messages.draftFailed} ${failureText(error)}` };
  }
}

/** The values behind a mailed link, as the form has them, and when they were sent. Rejects with a CallError. */
export async function openDraft(
  code: string,
): Promise<{ values: FormValues; sentAt: string | null }> {
  const { values, sent_at } = await call(getApplicationDraft, { params: { code } });
  const texts = Object.entries(values).filter(([, value]) => typeof value !== 'object');
  return {
    values: Object.fromEntries(texts.map(([name, value]) => [name, String(value)])),
    sentAt: sent_at,
  };
}

export function failureText(error: unknown): string {
  const { reason, fields } = formFailure(error);
  return fields.email ?? reason;
}
