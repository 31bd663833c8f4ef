import { general } from '#contract/messages/general.ts';
import { notifications as messages } from '#contract/messages/notifications.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ExportMenu } from '../shared/export-menu.tsx';
import { RecordList } from '../shared/record-list.tsx';
import { focusContent, toast } from '../shared/toast.tsx';
import { NotificationItem } from './notification-item.tsx';
import { useAllNotices, useMarkAllAsRead } from './notifications.data.ts';

/** All notifications of the caller, newest first. */
export default function NotificationsPage() {
  const notices = useAllNotices();
  const markAll = useMarkAllAsRead();
  const [newest] = notices.data ?? [];
  const hasUnread = notices.data?.some(({ is_read }) => is_read === 0);

  function markAllAsRead() {
    if (!newest) return;
    markAll.mutate(newest.notification_id, {
      onSuccess: focusContent,
      onError: () => toast.show(messages.markFailed, 'error'),
    });
  }

  return (
    <>
      <PageHeader
        action={
          <>
            <ExportMenu list="notifications" size="md" />
            {hasUnread && (
              <Button busy={markAll.isPending} onClick={markAllAsRead} variant="secondary">
                {messages.markAllAsRead}
              </Button>
            )}
          </>
        }
        title={messages.title}
      />
      <RecordList
        emptyHint={messages.noneYetHint}
        lines={6}
        messages={{
          loading: general.loading,
          fetchFailed: messages.fetchFailed,
          none: messages.noneYet,
        }}
        query={notices}
      >
        {(list) => (
          <ul
            aria-label={messages.all}
            className="max-w-3xl divide-y divide-line border-y border-line bg-sheet"
          >
            {list.map((notice) => (
              <NotificationItem key={notice.notification_id} notice={notice} />
            ))}
          </ul>
        )}
      </RecordList>
      {notices.hasNextPage && (
        <Button
          busy={notices.isFetchingNextPage}
          className="mt-5"
          onClick={() => void notices.fetchNextPage()}
          variant="secondary"
        >
          Show more
        </Button>
      )}
    </>
  );
}
