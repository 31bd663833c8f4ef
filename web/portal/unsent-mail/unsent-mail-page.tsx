import { unsentMail as messages } from '#contract/messages/unsent-mail.ts';
import type { UnsentMail } from '#contract/unsent-mail.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { focusContent, toast } from '../shared/toast.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { useDiscardMail, useRetryMail, useUnsentMail } from './unsent-mail.data.ts';

export default function UnsentMailPage() {
  return (
    <>
      <PageHeader
        action={<ExportMenu list="unsent-mail" size="md" />}
        intro={messages.about}
        title={messages.title}
      />
      <UnsentMailList />
    </>
  );
}

function UnsentMailList() {
  const retry = useRetryMail();
  const discard = useConfirmDelete<UnsentMail>({
    text: messages,
    idOf: ({ id }) => id,
    describe: ({ subject, recipient }) => `“${subject}” to ${recipient}. It won’t be sent.`,
    confirmLabel: 'Discard',
    remove: useDiscardMail().mutateAsync,
  });

  function sendAgain({ id }: UnsentMail) {
    toast.dismissAll();
    retry.mutate(id, {
      onSuccess: ({ message }) => {
        focusContent();
        toast.show(message);
      },
      onError: (error) => {
        const isGone = error instanceof CallError && error.status === 404;
        toast.show(isGone ? messages.gone : errorMessage(error, messages.retryFailed), 'error');
      },
    });
  }

  return (
    <RecordList
      emptyHint="Mail appears here when its server rejects it or can’t be reached for days."
      lines={6}
      messages={messages}
      query={useUnsentMail()}
    >
      {(rows) => (
        <FilteredList className="border-t-2 border-ink" keyOf={({ id }) => id} rows={rows}>
          {(mail) => (
            <li className="grid gap-x-6 gap-y-3 border-b border-line py-4 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
              <div className="min-w-0 text-sm wrap-anywhere">
                <h2 className="font-display text-base font-bold">{mail.subject}</h2>
                <p>To {mail.recipient}</p>
                <p className="text-steel">
                  Failed <time dateTime={mail.failed_at}>{usDayAndTime(mail.failed_at)}</time> after{' '}
                  {mail.tries === 1 ? '1 try' : `${mail.tries} tries`}: {mail.reason}
                </p>
                {!mail.can_retry && <p>{messages.linkRemoved}</p>}
              </div>
              <div className="flex flex-wrap gap-2">
                {mail.can_retry && (
                  <Button
                    aria-label={`Send again: ${mail.subject} to ${mail.recipient}`}
                    busy={retry.isPending && retry.variables === mail.id}
                    onClick={() => sendAgain(mail)}
                    size="sm"
                    variant="secondary"
                  >
                    Send again
                  </Button>
                )}
                <Button
                  aria-label={`Discard: ${mail.subject} to ${mail.recipient}`}
                  busy={discard.busyId === mail.id}
                  className="text-danger!"
                  onClick={() => void discard.ask(mail)}
                  size="sm"
                  variant="quiet"
                >
                  Discard
                </Button>
              </div>
            </li>
          )}
        </FilteredList>
      )}
    </RecordList>
  );
}
