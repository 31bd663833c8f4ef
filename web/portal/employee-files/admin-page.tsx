import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { uploadEmployeeFile } from '#contract/employee-files.ts';
import { employeeFilesFilter } from '#contract/filters/files.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { AnchorButton } from '#web/ui/button.tsx';
import { controlClass } from '#web/ui/input.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DocumentForm } from '../shared/documents/document-form.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { type PeoplePickerProps, UserPicker } from '../shared/people/user-picker.tsx';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { filesQuery, groupedQuery, useEmployeeFiles } from './admin.data.ts';
import { EmployeeList } from './employee-list.tsx';
import { awaitingOf } from './grouped-files.ts';
import { UploadedFiles } from './uploaded-files.tsx';

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
      <h2 className="display mb-3 text-lg" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

/** A multi-select: a button with the count that opens the checklist. */
function UserSelect(props: PeoplePickerProps) {
  const { chosen, error } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  // The checklist shows the error.
  const open = isOpen || error !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div>
        <span
          className="mb-1 block font-display text-sm leading-snug font-semibold"
          id={`${id}-is`}
        >
          Users
        </span>
        <button
          aria-controls={id}
          aria-expanded={open}
          aria-labelledby={`${id}-is ${id}-count`}
          className={`${controlClass} flex! items-center justify-between gap-3 text-left`}
          onClick={() => setOpen(!open)}
          type="button"
        >
          <span id={`${id}-count`}>{messages.usersSelected(chosen.length)}</span>
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 text-steel ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </div>
      <div hidden={!open} id={id}>
        {open && <UserPicker {...props} />}
      </div>
    </div>
  );
}
