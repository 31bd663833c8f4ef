import { useId } from 'react';
import { notifications as text } from '#contract/messages/notifications.ts';
import type { Notification } from '#contract/notifications.ts';
import { Button } from '#web/ui/button.tsx';
import { usDayAndTime } from '../frame/us-dates.ts';
import { useOnce } from '../frame/use-send-once.ts';
import { useMarkAsRead } from './notifications.data.ts';

interface NoticeItemProps {
  notice: Notification;
  /** It is about to leave the list: the focus needs another place. */
  onRead: () => void;
}

/** One unread notice and the way to be done with it. */
export function NoticeItem({ notice, onRead }: NoticeItemProps) {
  const id = useId();
  const once = useOnce();
  const mark = useMarkAsRead();
  const read = () =>
    void once(async () => {
      try {
        await mark.mutateAsync(notice.notification_id);
        onRead();
      } catch {
        // Said below.
      }
    });
  return (
    <li className="px-4 py-3">
      <p className="whitespace-pre-line wrap-anywhere" id={id}>
        {notice.message}
      </p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <time className="text-sm text-steel" dateTime={notice.date}>
          {usDayAndTime(notice.date)}
        </time>
        <Button
          aria-describedby={id}
          busy={mark.isPending}
          onClick={read}
          size="sm"
          variant="quiet"
        >
          {text.markAsRead}
        </Button>
      </div>
      {mark.isError && (
        <p className="mt-1 text-sm font-semibold text-danger" role="alert">
          {text.markFailed}
        </p>
      )}
    </li>
  );
}
