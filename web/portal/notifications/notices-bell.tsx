import { Bell } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useRef } from 'react';
import { notifications as text } from '#contract/messages/notifications.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { CountMark } from '../frame/count-mark.tsx';
import { FailedList } from '../frame/failed-list.tsx';
import { headerPress } from '../frame/header-press.ts';
import { PushSwitch } from '../push/push-switch.tsx';
import { NoticeItem } from './notice-item.tsx';
import { useNotices } from './notifications.data.ts';

/** The bell with its count; opens on what is unread. */
export function NoticesBell() {
  const count = useNotices().data?.length ?? 0;
  const panel = useRef<HTMLDivElement>(null);
  return (
    <Popover.Root>
      <Popover.Trigger
        aria-label={count > 0 ? `Notifications, ${count} unread` : 'Notifications'}
        className={`${headerPress} relative`}
        title="Notifications"
      >
        <Bell aria-hidden="true" className="size-5" />
        <CountMark count={count} />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          aria-label="Notifications"
          className="z-40 flex max-h-[min(70dvh,36rem)] w-[min(24rem,calc(100vw-1rem))] flex-col border-t-4 border-signal bg-sheet text-ink shadow-lift outline-none"
          collisionPadding={8}
          onOpenAutoFocus={(event) => {
            // The list as a whole, not its first button: Enter then marks nothing by accident.
            event.preventDefault();
            panel.current?.focus();
          }}
          ref={panel}
          sideOffset={6}
          tabIndex={-1}
        >
          <h2 className="border-b border-line px-4 py-3 font-display text-base font-bold">
            Notifications
          </h2>
          <div className="min-h-0 overflow-y-auto">
            <NoticeList onRead={() => panel.current?.focus()} />
          </div>
          <PushSwitch />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** What is unread, in each of the four states of a list. */
function NoticeList({ onRead }: { onRead: () => void }) {
  const notices = useNotices();
  if (notices.isPending) return <Skeleton className="p-4" label="Loading..." lines={3} />;
  if (notices.data === undefined) {
    return (
      <FailedList
        busy={notices.isFetching}
        error={notices.error}
        fallback={text.fetchFailed}
        onRetry={() => void notices.refetch()}
      />
    );
  }
  if (notices.data.length === 0) return <p className="px-4 py-6 text-steel">{text.none}</p>;
  return (
    <ul className="divide-y divide-line">
      {notices.data.map((notice) => (
        <NoticeItem key={notice.notification_id} notice={notice} onRead={onRead} />
      ))}
    </ul>
  );
}
