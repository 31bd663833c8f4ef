import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { company } from '#contract/company.ts';
import type { DocumentKind } from '#contract/documents.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { useSession } from '#web/lib/session.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ExportMenu } from '../shared/export-menu.tsx';
import { AdminDocuments } from './admin-documents.tsx';
import { OwnDocuments } from './own-documents.tsx';
import { UploadSection } from './upload-section.tsx';

interface DocumentsPageProps {
  kind: DocumentKind;
  /** An admin's preferred upload, above the usual one. */
  uploadFirst?: ReactNode;
}

/** Training, settlements or reports: admins upload and manage, employees open. */
export function DocumentsPage({ kind, uploadFirst }: DocumentsPageProps) {
  const { role } = useSession();
  const texts = messages.kinds[kind];
  return (
    <>
      <PageHeader
        action={
          <>
            {role && <ExportMenu hasOwnFilter list={kind} size="md" />}
            {kind === 'settlements' && (
              <Button className="print:hidden" onClick={() => print()} variant="secondary">
                <Printer aria-hidden="true" className="size-5" />
                Print
              </Button>
            )}
          </>
        }
        title={texts.title}
      />
      <p className="hidden pb-3 text-sm print:block">{company.name}</p>
      {role === 'admin' && (
        <>
          {uploadFirst}
          <UploadSection isSecondary={uploadFirst !== undefined} kind={kind} />
        </>
      )}
      <section aria-labelledby="files">
        <h2 className="display mb-4 text-lg" id="files">
          {texts.listHeading}
        </h2>
        {role === 'admin' ? <AdminDocuments kind={kind} /> : <OwnDocuments kind={kind} />}
      </section>
    </>
  );
}
