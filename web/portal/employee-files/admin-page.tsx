import type { ReactNode } from 'react';
import { uploadEmployeeFile } from '#contract/employee-files.ts';
import { employeeFilesFilter } from '#contract/filters/files.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { AnchorButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DocumentForm } from '../shared/documents/document-form.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { filesQuery, groupedQuery, useEmployeeFiles } from './admin.data.ts';
import { EmployeeList } from './employee-list.tsx';
import { awaitingOf } from './grouped-files.ts';
import { UploadedFiles } from './uploaded-files.tsx';
import { UserSelect } from './user-select.tsx';

export const clientLoader = firstRequests((client) => [
  client.ensureQueryData(filesQuery),
  client.ensureQueryData(groupedQuery),
]);

/** Forms for employees and the versions they returned. */
export default function AdminFilesPage() {
  const [filter] = useUrlFilter(employeeFilesFilter.none, employeeFilesFilter.choices);
  return (
    <>
      <PageHeader
        action={
          <>
            <ToReview />
            <ExportMenu filter={filter} list="employee-files" />
          </>
        }
        title={messages.title}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-10 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-10 md:grid-cols-2 lg:grid-cols-[minmax(0,1fr)]">
          <Part id="uploaded-files" title={messages.uploadedFiles}>
            <UploadedFiles />
          </Part>
          <Part id="upload-and-assign" title={messages.uploadAndAssign}>
            <Upload />
          </Part>
        </div>
        <Part id="employee-list" title={messages.employeeList}>
          <EmployeeList />
        </Part>
      </div>
    </>
  );
}

function Upload() {
  const newest = useEmployeeFiles().data?.[0];
  return (
    <DocumentForm
      Picker={UserSelect}
      columns=""
      document={null}
      endpoint={uploadEmployeeFile}
      lastTime={newest && { fileName: newest.file_name, userIds: newest.assigned_user_ids }}
      peopleRequired={false}
    />
  );
}

/** On small screens, a link to the list below the forms while something waits there. */
function ToReview() {
  const files = useEmployeeFiles();
  const count = awaitingOf(files.data ?? []).size;
  if (count === 0) return null;
  return (
    <AnchorButton className="lg:hidden" href="#employee-list" size="sm" variant="secondary">
      {messages.toReview(count)}
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
