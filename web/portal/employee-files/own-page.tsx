import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { MyFiles } from './own-files.tsx';

/** The papers of the person who is signed in: read, sign, send back. */
export default function MyFilesPage() {
  return (
    <>
      <PageHeader title={messages.title} />
      <MyFiles />
    </>
  );
}
