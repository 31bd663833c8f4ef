import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { acknowledgeDocument } from '#contract/documents.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { call } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { reasonOf } from '../frame/portal-query-client.ts';
import { focusContent, hush, say } from '../frame/say.tsx';
import { usDay } from '../frame/us-dates.ts';
import { documentsKey } from './documents-key.ts';

interface ConfirmReadProps {
  file: {
    file_id: number;
    file_name: string;
    acknowledge: 0 | 1;
    opened_at: string | null;
    acknowledged_at: string | null;
  };
}

/** 'I have read this', where the office asks for it and once the file was opened; then the day of it. */
export function ConfirmRead({ file }: ConfirmReadProps) {
  const client = useQueryClient();
  const confirm = useMutation({
    mutationFn: () => call(acknowledgeDocument, { params: { id: file.file_id } }),
    // Here, since the list that follows may have moved this button out of its place.
    onSuccess: () => {
      focusContent();
      say(text.acknowledged);
    },
    // A refusal means that the file is not what this page shows.
    onSettled: () => client.invalidateQueries({ queryKey: documentsKey }),
  });
  if (file.acknowledge === 0) return null;
  if (file.acknowledged_at !== null) {
    return (
      <p className="inline-flex items-center gap-1 text-sm text-success">
        <Check aria-hidden="true" className="size-4" />
        You confirmed it on{' '}
        <time dateTime={file.acknowledged_at}>{usDay(file.acknowledged_at)}</time>.
      </p>
    );
  }
  if (file.opened_at === null) return <p className="text-sm text-steel">{text.notOpened}</p>;
  return (
    <>
      <Button
        aria-label={`${text.confirmRead}: ${file.file_name}`}
        busy={confirm.isPending}
        onClick={() => {
          hush();
          confirm.mutate();
        }}
        size="sm"
        variant="secondary"
      >
        {text.confirmRead}
      </Button>
      {confirm.isError && (
        <Notice className="w-full text-sm" tone="error">
          {reasonOf(confirm.error, text.confirmFailed)}
        </Notice>
      )}
    </>
  );
}
