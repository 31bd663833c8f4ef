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

export const failureText = (error: unknown) => formFailure(error).reason;
