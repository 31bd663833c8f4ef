import { CallError } from '#contract/endpoint.ts';
import { portal } from '#contract/messages/portal.ts';
import { Notice } from '#web/ui/notice.tsx';
import { reasonOf } from '../frame/portal-query-client.ts';

/** An upload or a change that did not work: the server's sentence, else SPEC.md's; nothing typed is lost. */
export function FailedWrite({ error, fallback }: { error: unknown; fallback: string }) {
  const offline = error instanceof CallError && error.status === 0;
  return (
    <Notice tone="error">
      {reasonOf(error, fallback)}
      {offline && <span className="block text-sm font-normal">{portal.offline}</span>}
    </Notice>
  );
}
