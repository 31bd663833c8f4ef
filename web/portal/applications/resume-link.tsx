import { applications as text } from '#contract/messages/applications.ts';
import { portal } from '#contract/messages/portal.ts';
import { FileLink } from '../files/file-link.tsx';

/** Opens a resume in a new tab. */
export function ResumeLink({ path, name }: { path: string; name: string }) {
  return (
    <FileLink
      label={`${portal.viewResume} of ${name}`}
      path={path}
      presign="settlements"
      waiting={text.loadingResume}
    >
      {portal.viewResume}
    </FileLink>
  );
}
