import { employeeFiles as text } from '#contract/messages/employee-files.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/my-files-page.ts';
import { MyFiles } from './my-files.tsx';

export const meta: Route.MetaFunction = () => portalMeta(text.title);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** The papers of the person who is signed in: read, sign, send back. */
export default function MyFilesPage() {
  return (
    <>
      <PageHeader title={text.title} />
      <MyFiles />
    </>
  );
}
