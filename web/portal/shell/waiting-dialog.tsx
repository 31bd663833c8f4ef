import { Link } from 'react-router';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { isMessage, type WaitingCall } from '../shared/offline/entries.ts';
import { outbox as messages } from '../shared/offline/messages.ts';
import { useOutbox } from '../shared/offline/outbox-of.ts';
import { usDayAndTime } from '../shared/us-dates.ts';

interface WaitingDialogProps {
  /** Chat messages that wait, too. */
  chatCount: number;
  onClose: () => void;
}

/** What waits on the device, in the order in which it is sent. */
export function WaitingDialog({ chatCount, onClose }: WaitingDialogProps) {
  const { entries } = useOutbox();
  const calls = entries.filter((entry) => !isMessage(entry));
  return (
    <Dialog description={messages.about} onClose={onClose} title={messages.title}>
      {calls.length + chatCount === 0 && <p>{messages.empty}</p>}
      <ul className="divide-y divide-line">
        {chatCount > 0 && (
          <li className="py-3">
            <Link className="text-link font-semibold" onClick={onClose} to="/chat">
              {messages.messages(chatCount)}
            </Link>
          </li>
        )}
        {calls.map((entry) => (
          <WaitingEntry entry={entry} key={entry.id} />
        ))}
      </ul>
    </Dialog>
  );
}

function WaitingEntry({ entry }: { entry: WaitingCall }) {
  const { outbox } = useOutbox();
  const confirm = useConfirm();
  const { id, endpoint, files, at, error, isSending } = entry;
  const label = messages.labels[endpoint.name] ?? '';
  const state = isSending ? messages.sending : messages.waits;

  async function discard() {
    const question = {
      title: messages.confirmDiscard(label),
      confirmLabel: messages.discard,
      danger: true,
    };
    if (await confirm(question)) await outbox.entries.remove(id);
  }

  return (
    <li className="flex flex-wrap items-center justify-end gap-x-4 gap-y-1 py-3">
      <div className="min-w-0 basis-full sm:flex-1 sm:basis-0">
        <p className="font-semibold">{label}</p>
        <p className="text-sm text-steel wrap-anywhere">
          {[usDayAndTime(new Date(at).toISOString()), ...files.map(({ name }) => name)].join(' · ')}
        </p>
        {error === null ? (
          <p className="text-sm">{state}</p>
        ) : (
          <p className="text-sm font-semibold text-danger wrap-anywhere">
            {messages.refused}: {error}
          </p>
        )}
      </div>
      {error !== null && (
        <Button
          aria-label={`${messages.retry}: ${label}`}
          onClick={() => void outbox.retry(id)}
          size="sm"
          variant="secondary"
        >
          {messages.retry}
        </Button>
      )}
      <Button
        aria-label={`${messages.discard}: ${label}`}
        onClick={() => void discard()}
        size="sm"
        variant="quiet"
      >
        {messages.discard}
      </Button>
    </li>
  );
}
