import { useId } from 'react';
import { type DocumentKind, documentCalls } from '#contract/documents.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { DocumentForm } from '../shared/documents/document-form.tsx';
import { useDocuments } from '../shared/documents/documents.data.ts';

interface UploadSectionProps {
  kind: DocumentKind;
  /** The page has a preferred way to upload. */
  isSecondary?: boolean;
}

export function UploadSection({ kind, isSecondary = false }: UploadSectionProps) {
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
