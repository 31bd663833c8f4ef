import { useId, useState } from 'react';
import { Link } from 'react-router';
import { notifications as messages } from '#contract/messages/notifications.ts';
import { t } from '#contract/text/languages.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { linkOf, type NotificationGroup } from './group-notifications.ts';
import { NotificationItem } from './notification-item.tsx';
import { useMarkAllAsRead } from './notifications.data.ts';

interface NotificationRowProps {
  group: NotificationGroup;
  /** Moves the focus when the row leaves the list. */
  onRead?: () => void;
  /** Called when its link is followed. */
  onOpen?: () => void;
}

/** A notification, or a row for several of a kind, which its link and its button mark as read together. */
export function NotificationRow({ group, ...events }: NotificationRowProps) {
  const [newest, ...older] = group;
  if (older.length === 0) return <NotificationItem notification={newest} {...events} />;
  return <GroupRow group={group} {...events} />;
}

function GroupRow({ group, onRead, onOpen }: NotificationRowProps) {
  const [newest] = group;
  const [isShown, setShown] = useState(false);
  const id = useId();
  const mark = useMarkAllAsRead();
  const notification_ids = group.map(({ notification_id }) => notification_id);
  return (
    <li className="border-l-4 border-l-signal">
      <div className="px-4 py-3">
        <p className="wrap-anywhere">
          <span className="sr-only">{t('Unread: ', 'No leída: ')}</span>
          <Link
            className="text-link"
            onClick={() => {
              mark.mutate({ notification_ids });
              onOpen?.();
            }}
            to={linkOf(group) ?? '/notifications'}
          >
            {newest.message}
          </Link>{' '}
          <Badge tone="lane">{messages.more(group.length - 1)}</Badge>
        </p>
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-4">
          <time className="text-sm text-steel" dateTime={newest.date}>
            {usDayAndTime(newest.date)}
          </time>
          <span className="-mx-3 flex flex-wrap">
            <Button
              aria-controls={id}
              aria-expanded={isShown}
              onClick={() => setShown(!isShown)}
              size="sm"
              variant="quiet"
            >
              {isShown ? messages.hideGroup : messages.showGroup(group.length)}
            </Button>
            <Button
              busy={mark.isPending}
              onClick={() => mark.mutate({ notification_ids }, { onSuccess: () => onRead?.() })}
              size="sm"
              variant="quiet"
            >
              {messages.markGroup(group.length)}
            </Button>
          </span>
        </div>
        {mark.isError && (
          <p className="mt-1 text-sm font-semibold text-danger" role="alert">
            {messages.markFailed}
          </p>
        )}
      </div>
      <ul className="divide-y divide-line border-t border-line bg-well" hidden={!isShown} id={id}>
        {(isShown ? group : []).map((notification) => (
          <NotificationItem
            key={notification.notification_id}
            notification={notification}
            onOpen={onOpen}
            onRead={onRead}
          />
        ))}
      </ul>
    </li>
  );
}
