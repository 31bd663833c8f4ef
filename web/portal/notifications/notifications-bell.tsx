import { Bell } from 'lucide-react';
import { Link } from 'react-router';
import { general } from '#contract/messages/general.ts';
import { notifications as messages } from '#contract/messages/notifications.ts';
import { CountMark, HeaderPopover } from '../shared/header-popover.tsx';
import { PushSwitch } from '../shared/push/push-switch.tsx';
import { RecordList } from '../shared/record-list.tsx';
import { NotificationItem } from './notification-item.tsx';
import { useNotices } from './notifications.data.ts';

/** The bell with the number of unread notifications; opens their list. */
export function NotificationsBell() {
  const unread = useNotices();
  const count = unread.data?.length ?? 0;
  const trigger = (
    <>
      <Bell aria-hidden="true" className="size-5" />
      <CountMark count={count} />
    </>
  );
  return (
    <HeaderPopover
      className="max-h-[min(70dvh,36rem)] w-[min(24rem,calc(100vw-1rem))] flex-col open:flex"
      label="Notifications"
      trigger={trigger}
      triggerClass="relative"
      triggerLabel={count > 0 ? `Notifications, ${count} unread` : 'Notifications'}
      triggerTitle="Notifications"
    >
      {({ leave, focus }) => (
        <>
          <h2 className="border-b border-line px-4 py-3 font-display text-base font-bold">
            Notifications
          </h2>
          <div className="min-h-0 overflow-y-auto">
            <RecordList
              lines={3}
              messages={{ loading: general.loading, fetchFailed: messages.fetchFailed }}
              query={unread}
            >
              {(list) =>
                list.length === 0 ? (
                  <p className="px-4 py-6 text-steel">{messages.none}</p>
                ) : (
                  <ul className="divide-y divide-line">
                    {list.map((notice) => (
                      <NotificationItem
                        key={notice.notification_id}
                        notice={notice}
                        onOpen={leave}
                        onRead={focus}
                      />
                    ))}
                  </ul>
                )
              }
            </RecordList>
          </div>
          <p className="border-t border-line px-4">
            <Link
              className="inline-flex min-h-11 items-center text-link"
              onClick={leave}
              to="/notifications"
            >
              {messages.all}
            </Link>
          </p>
          <PushSwitch />
        </>
      )}
    </HeaderPopover>
  );
}
