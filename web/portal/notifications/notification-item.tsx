import { useId, useRef } from 'react';
import { Link } from 'react-router';
import { confirmNotification } from '#contract/announcements.ts';
import { confirmation } from '#contract/messages/announcements.ts';
import { notifications as messages } from '#contract/messages/notifications.ts';
import type { Notification } from '#contract/notifications.ts';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { outbox } from '../shared/offline/messages.ts';
import { useIsWaiting } from '../shared/offline/outbox-of.ts';
import { useOnce } from '../shared/records/use-send-once.ts';
import { usDayAndTime } from '../shared/us-dates.ts';
import { useConfirmNotification, useMarkAsRead } from './notifications.data.ts';

interface NotificationItemProps {
  notification: Notification;
  /** Moves the focus when the item leaves the list; by default to the item. */
  onRead?: () => void;
  /** Called when its link is followed. */
  onOpen?: () => void;
}

/** A notification with its link and a Mark as Read button; following the link marks it as read, too. */
export function NotificationItem({ notification, onRead, onOpen }: NotificationItemProps) {
  const { notification_id, message, date, link, must_confirm, confirmed_at } = notification;
  const isUnread = notification.is_read === 0;
  const id = useId();
  const item = useRef<HTMLLIElement>(null);
  const once = useOnce();
  const mark = useMarkAsRead();
  const confirm = useConfirmNotification();
  const isWaiting = useIsWaiting(confirmNotification, { id: notification_id });
  const end = (change: typeof mark | typeof confirm) =>
    void once(async () => {
      try {
        await change.mutateAsync(notification_id);
        if (onRead) onRead();
        else item.current?.focus({ preventScroll: true });
      } catch {
        // Shown below.
      }
    });
  const open = () => {
    if (isUnread) mark.mutate(notification_id);
    onOpen?.();
  };
  return (
    <li
      className={`border-l-4 px-4 py-3 outline-none ${isUnread ? 'border-l-signal' : 'border-l-transparent'}`}
      ref={item}
      tabIndex={-1}
    >
      <p className="whitespace-pre-line wrap-anywhere" id={id}>
        {isUnread && <span className="sr-only">{t('Unread: ', 'No leída: ')}</span>}
        {link === undefined ? (
          message
        ) : (
          <Link className="text-link" onClick={open} to={link}>
            {message}
          </Link>
        )}
      </p>
      <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
        <time className="text-sm text-steel" dateTime={date}>
          {usDayAndTime(date)}
        </time>
        {confirmed_at && (
          <span className="text-sm text-steel">
            {t('Confirmed', 'Confirmada el')}{' '}
            <time dateTime={confirmed_at}>{usDayAndTime(confirmed_at)}</time>
          </span>
        )}
        {isWaiting && <span className="text-sm text-steel">{outbox.waits}</span>}
        {must_confirm && !confirmed_at && !isWaiting && (
          <Button
            aria-describedby={id}
            busy={confirm.isPending}
            onClick={() => end(confirm)}
            size="sm"
            variant="secondary"
          >
            {confirmation.confirm}
          </Button>
        )}
        {isUnread && !must_confirm && (
          <Button
            aria-describedby={id}
            busy={mark.isPending}
            onClick={() => end(mark)}
            size="sm"
            variant="quiet"
          >
            {messages.markAsRead}
          </Button>
        )}
      </div>
      {confirm.isError && (
        <p className="mt-1 text-sm font-semibold text-danger" role="alert">
          {confirmation.confirmFailed}
        </p>
      )}
      {mark.isError && (
        <p className="mt-1 text-sm font-semibold text-danger" role="alert">
          {messages.markFailed}
        </p>
      )}
    </li>
  );
}
