import type { Announcement, AnnouncementReader } from '#contract/announcements.ts';
import { announcements as messages } from '#contract/messages/announcements.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { MessageLink } from '../shared/people/message-link.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { toast } from '../shared/toast.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { useReaders, useRemind } from './announcements.data.ts';

interface ReadersDialogProps {
  announcement: Announcement;
  onClose: () => void;
}

/** Who has read and confirmed an announcement, with a reminder for the others. */
export function ReadersDialog({ announcement, onClose }: ReadersDialogProps) {
  const { announcement_id, message, must_confirm } = announcement;
  const readers = useReaders(announcement_id);
  const remind = useRemind();
  const missing = readers.data?.filter(({ confirmed_at }) => confirmed_at === null).length ?? 0;

  function send() {
    remind.mutate(announcement_id, {
      onSuccess: (reply) => toast.show(reply.message),
      onError: (error) => toast.show(errorMessage(error, messages.remindFailed), 'error'),
    });
  }

  return (
    <Dialog
      description={message}
      onClose={onClose}
      title={must_confirm ? 'Who has confirmed' : 'Who has read it'}
    >
      <div className="grid gap-4 pb-2">
        {must_confirm === 1 && missing > 0 && (
          <div>
            <Button busy={remind.isPending} onClick={send} variant="secondary">
              Remind those who haven’t confirmed
            </Button>
          </div>
        )}
        <RecordList messages={messages} query={readers}>
          {(list) => (
            <FilteredList
              className="border-t-2 border-ink"
              keyOf={({ user_id }) => user_id}
              rows={list}
            >
              {(reader) => (
                <li className="grid items-center justify-between justify-items-start gap-x-4 border-b border-line py-2 sm:flex">
                  <span className="wrap-anywhere">
                    {reader.name}
                    <MessageLink name={reader.name} userId={reader.user_id} />
                  </span>
                  <ReaderState mustConfirm={must_confirm === 1} reader={reader} />
                </li>
              )}
            </FilteredList>
          )}
        </RecordList>
      </div>
    </Dialog>
  );
}

function ReaderState({
  reader: { read_at, confirmed_at },
  mustConfirm,
}: {
  reader: AnnouncementReader;
  mustConfirm: boolean;
}) {
  const done = mustConfirm ? confirmed_at : read_at;
  if (done !== null) {
    return (
      <span className="text-sm text-steel tabular-nums">
        {mustConfirm ? 'Confirmed' : 'Read'} <time dateTime={done}>{usDayAndTime(done)}</time>
      </span>
    );
  }
  return <Badge tone="lane">{mustConfirm ? 'Not confirmed' : 'Not read'}</Badge>;
}
