import { useQuery } from '@tanstack/react-query';
import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import { notifications as messages } from '#contract/messages/notifications.ts';
import { t } from '#contract/text/languages.ts';
import { Popover } from '#web/ui/popover.tsx';
import { CountMark, headerButtonClass } from '../shared/header-button.tsx';
import { PushSwitch } from '../shared/push/push-switch.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { groupNotifications } from './group-notifications.ts';
import { NotificationRow } from './notification-row.tsx';
import { unreadNotificationsQuery } from './notifications.data.ts';

/** The bell with the number of unread notifications; opens their list. */
export function NotificationsBell() {
  const unread = useQuery(unreadNotificationsQuery);
  const count = unread.data?.length ?? 0;
  return (
    <Popover
      className="max-h-[min(70dvh,36rem)] w-[min(24rem,calc(100vw-1rem))] flex-col open:flex"
      isFixed
      label={messages.title}
      trigger={(attributes) => (
        <button
          {...attributes}
          aria-label={
            count > 0
              ? t(`Notifications, ${count} unread`, `Notificaciones, ${count} sin leer`)
              : messages.title
          }
          className={`${headerButtonClass} relative`}
          title={messages.title}
        >
          <Bell aria-hidden="true" className="size-5" />
          <CountMark count={count} />
        </button>
      )}
    >
      {({ leave, focus }) => (
        <>
          <h2 className="border-b border-line px-4 py-3 font-display text-base font-bold">
            {messages.title}
          </h2>
          <div className="scroll-more min-h-0 overflow-y-auto">
            <RecordList lines={3} messages={{ fetchFailed: messages.fetchFailed }} query={unread}>
              {(list) =>
                list.length === 0 ? (
                  <p className="px-4 py-6 text-steel">{messages.none}</p>
                ) : (
                  <ul className="divide-y divide-line">
                    {groupNotifications(list).map((group) => (
                      <NotificationRow
                        group={group}
                        key={group[0].notification_id}
                        onOpen={leave}
                        onRead={focus}
                      />
                    ))}
                  </ul>
                )
              }
            </RecordList>
          </div>
          <p className="flex flex-wrap justify-between gap-x-4 border-t border-line px-4">
            {[
              { to: '/notifications', label: messages.all },
              { to: '/notifications?settings=1', label: messages.settings },
            ].map(({ to, label }) => (
              <Link
                className="inline-flex min-h-11 items-center text-link"
                key={to}
                onClick={leave}
                to={to}
              >
                {label}
              </Link>
            ))}
          </p>
          <PushSwitch className="border-t border-line px-4 pt-1 pb-3" />
        </>
      )}
    </Popover>
  );
}
