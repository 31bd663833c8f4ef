import { useMutation } from '@tanstack/react-query';
import type { Document, DocumentKind } from '#contract/documents.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { Button } from '#web/ui/button.tsx';
import { useSignedLink } from '../shared/files/signed-link.data.ts';
import { toast } from '../shared/toast.tsx';
import { presignOf } from './document-labels.ts';
import type { KeptFiles } from './kept-files.data.ts';

interface DeviceCopyProps {
  kind: DocumentKind;
  document: Document;
  kept: KeptFiles;
}

/** Says whether a file is on this device, and keeps it there or removes it. */
export function DeviceCopy({ kind, document, kept }: DeviceCopyProps) {
  const { file_path, file_name } = document;
  const { link, fresh } = useSignedLink(file_path, presignOf[kind]);
  const isKept = kept.byKey.has(file_path);
  const change = useMutation({
    mutationFn: async () => {
      if (isKept) return kept.remove(file_path);
      return kept.keep(document, link && Date.now() < link.until ? link.url : await fresh());
    },
    onError: (error) => toast.show(error.message, 'error'),
    networkMode: 'always',
  });
  return (
    <div className="flex flex-wrap items-center gap-x-3 text-sm print:hidden">
      {isKept && <span className="text-steel">{messages.onDevice}</span>}
      <Button
        aria-label={`${isKept ? messages.removeCopy : messages.keepOffline}: ${file_name}`}
        onClick={() => change.mutate()}
        busy={change.isPending}
        size="sm"
        variant="quiet"
      >
        {isKept ? messages.removeCopy : messages.keepOffline}
      </Button>
    </div>
  );
}
