import { type ReactNode, useId } from 'react';
import { company } from '#contract/company/profile.ts';
import { type DocumentKind, documentCalls } from '#contract/documents.ts';
import { documentsFilter } from '#contract/filters/files.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { t } from '#contract/text/languages.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { DocumentForm } from '../shared/documents/document-form.tsx';
import { useDocuments } from '../shared/documents/documents.data.ts';
import { useBadges } from '../shared/live/badges.data.ts';
import { PrintButton } from '../shared/print-button.tsx';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { AdminDocuments } from './admin-documents.tsx';
import { OwnDocuments } from './own-documents.tsx';

/** Leads to the questions about settlements, with the number of those that wait for the caller. */
function QuestionsLink() {
  const { open_questions = 0, answered_questions = 0 } = useBadges().data ?? {};
  const waiting = open_questions + answered_questions;
  return (
    <LinkButton className="print:hidden" to="/settlement-questions" variant="secondary">
      {t('Questions', 'Preguntas')}
      {waiting > 0 && <Badge tone="lane">{waiting}</Badge>}
    </LinkButton>
  );
}

interface DocumentsPageProps {
  kind: DocumentKind;
  /** An admin's preferred upload, above the usual one. */
  uploadFirst?: ReactNode;
}

/** Training, settlements or reports: admins upload and manage, employees open. */
export function DocumentsPage({ kind, uploadFirst }: DocumentsPageProps) {
  const { role } = useSession();
  const [filter] = useUrlFilter(documentsFilter.none);
  const texts = messages.kinds[kind];
  return (
    <>
      <PageHeader
        action={
          <>
            {role && <ExportMenu filter={filter} list={kind} size="md" />}
            {kind === 'settlements' && <QuestionsLink />}
            {kind === 'settlements' && <PrintButton />}
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

interface UploadSectionProps {
  kind: DocumentKind;
  /** The page has a preferred way to upload. */
  isSecondary?: boolean;
}

function UploadSection({ kind, isSecondary = false }: UploadSectionProps) {
  const id = useId();
  const newest = useDocuments(kind, 'admin').data?.[0];
  return (
    <section
      aria-labelledby={id}
      className="mb-10 border border-t-2 border-line border-t-ink bg-sheet p-5 print:hidden"
    >
      <h2 className="display mb-4 text-lg" id={id}>
        {messages.kinds[kind].uploadHeading}
      </h2>
      <DocumentForm
        document={null}
        endpoint={documentCalls[kind].upload}
        lastTime={newest && { fileName: newest.file_name, userIds: newest.assigned_user_ids }}
        peopleRequired
        submitVariant={isSecondary ? 'secondary' : 'primary'}
      />
    </section>
  );
}
