import type { ReactNode } from 'react';
import { employeeFiles as text } from '#contract/messages/employee-files.ts';
import { AnchorButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/admin-files-page.ts';
import { useEmployeeFiles } from './admin-files.data.ts';
import { EmployeeList } from './employee-list.tsx';
import { awaitingOf } from './grouped-words.ts';
import { UploadForm } from './upload-form.tsx';
import { UploadedFiles } from './uploaded-files.tsx';

export const meta: Route.MetaFunction = () => portalMeta(text.title);

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** What is handed out to be filled in or signed, and what came back. */
export default function AdminFilesPage() {
  return (
    <>
      <PageHeader action={<ToReview />} title={text.title} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-10 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-10 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)]">
          <Part id="uploaded-files" title={text.uploadedFiles}>
            <UploadedFiles />
          </Part>
          <Part id="upload-and-assign" title={text.uploadAndAssign}>
            <UploadForm />
          </Part>
        </div>
        <Part id="employee-list" title={text.employeeList}>
          <EmployeeList />
        </Part>
      </div>
    </>
  );
}

/** Where the forms push the list out of sight, the way to what waits there. */
function ToReview() {
  const files = useEmployeeFiles();
  const count = awaitingOf(files.data ?? []).size;
  if (count === 0) return null;
  return (
    <AnchorButton className="lg:hidden" href="#employee-list" size="sm" variant="secondary">
      {text.toReview(count)}
    </AnchorButton>
  );
}

interface PartProps {
  id: string;
  title: string;
  children: ReactNode;
}

function Part({ id, title, children }: PartProps) {
  return (
    <section aria-labelledby={id} className="border-t-2 border-ink pt-4">
      <h2 className="display mb-4 text-xl" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}
