import { useState } from 'react';
import { receipts as messages } from '#contract/messages/receipts.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { errorMessage } from '../error-messages.ts';
import { ExportMenu } from '../records/export-menu.tsx';
import { RecordList } from '../records/record-list.tsx';
import { useIdempotencyKey } from '../records/use-send-once.ts';
import { toast } from '../toast.tsx';
import { assignHint } from './receipt-labels.ts';
import { type Of, useReceipts, useRemindMissing } from './receipts.data.ts';
import { ReceiptsTable } from './receipts-table.tsx';

interface ReceiptsMatrixProps {
  of: Of;
  /** The name of the document or the person. */
  name: string;
}

/** The receipts of a document or a person, missing ones first, with a reminder and an export. */
export function ReceiptsMatrix({ of, name }: ReceiptsMatrixProps) {
  const [missingOnly, setMissingOnly] = useState(false);
  const remind = useRemind(of);
  const isPerson = 'user_id' in of;

  function questionFor(missing: number): string {
    if (!isPerson) {
      return missing === 1
        ? 'Remind the one person who is missing?'
        : `Remind these ${missing} people?`;
    }
    return `Remind ${name} of ${missing === 1 ? 'the missing file' : `${missing} files`}?`;
  }

  return (
    <RecordList
      emptyHint={isPerson ? assignHint : 'Edit the file and choose its people.'}
      lines={6}
      messages={messages}
      query={useReceipts(of)}
    >
      {(list) => {
        const missing = list.filter((receipt) => receipt.missing === 1);
        const shown = missingOnly ? missing : list;
        return (
          <div className="grid gap-3 pb-4">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <p className="font-display font-bold tabular-nums" role="status">
                {missing.length === 0
                  ? messages.allOpened
                  : messages.missing(missing.length, list.length)}
              </p>
              <div className="flex flex-wrap items-center gap-3">
                <Checkbox
                  checked={missingOnly}
                  label="Missing only"
                  name="missing_only"
                  onChange={(event) => setMissingOnly(event.target.checked)}
                />
                <ExportMenu
                  filter={{
                    ...(isPerson ? { user_id: `${of.user_id}` } : { file_id: `${of.file_id}` }),
                    missing: missingOnly ? '1' : '',
                  }}
                  list="receipts"
                />
                {missing.length > 0 && (
                  <Button
                    busy={remind.busy}
                    onClick={() => void remind.ask(questionFor(missing.length))}
                    size="sm"
                  >
                    {isPerson ? 'Remind this person' : 'Remind the missing'}
                  </Button>
                )}
              </div>
            </div>
            <ReceiptsTable isPerson={isPerson} receipts={shown} resetKey={String(missingOnly)} />
          </div>
        );
      }}
    </RecordList>
  );
}

/** Sends a reminder once after confirmation, however often it is retried. */
function useRemind(of: Of) {
  const confirm = useConfirm();
  const key = useIdempotencyKey();
  const remind = useRemindMissing();

  async function ask(title: string) {
    const confirmed = await confirm({
      title,
      description: 'Each person gets a notification and an email.',
      confirmLabel: 'Remind',
    });
    if (!confirmed) return;
    toast.dismissAll();
    remind.mutate(
      { of, idempotencyKey: key.current() },
      {
        onSuccess: ({ message }) => {
          key.renew();
          toast.show(message);
        },
        onError: (error) => toast.show(errorMessage(error, messages.remindFailed), 'error'),
      },
    );
  }

  return { ask, busy: remind.isPending };
}
