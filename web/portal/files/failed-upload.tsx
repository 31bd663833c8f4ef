import { CallError } from '#contract/endpoint.ts';
import { portal } from '#contract/messages/portal.ts';
import { Notice } from '#web/ui/notice.tsx';
import { reasonOf } from '../frame/portal-query-client.ts';

interface FailedUploadProps {
  /** Null when nothing failed. */
  error: unknown;
  /** SPEC.md's sentence when the server gave none. */
  fallback: string;
}

/** Why a file did not arrive, beside where it was chosen; it is still chosen, so the next press sends it. */
export function FailedUpload({ error, fallback }: FailedUploadProps) {
  if (error === null) return null;
  const offline = error instanceof CallError && error.status === 0;
  return (
    <Notice className="text-sm" tone="error">
      {reasonOf(error, fallback)}
      {offline && <span className="block font-normal">{portal.offline}</span>}
    </Notice>
  );
}
