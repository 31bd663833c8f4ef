import { addApplicationDocument } from '#contract/application-status.ts';
import { formFailure } from '#web/lib/api/call-error.ts';
import { upload } from '#web/lib/api/upload.ts';

/** Sends a document; rejects with a CallError. */
export async function send(
  code: string,
  file: File,
  options: { idempotencyKey: string; onProgress: (part: number) => void },
): Promise<void> {
  await upload(addApplicationDocument, {}, file, { params: { code }, ...options });
}

/** Why a document wasn't sent. The page has no field that would say it. */
export function failureText(error: unknown): string {
  const { fields, reason } = formFailure(error);
  return fields.file ?? reason;
}
