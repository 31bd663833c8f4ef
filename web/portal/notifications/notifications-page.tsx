import { useSearchParams } from 'react-router';
import {
  notifications as messages,
  notificationSettings as settingsMessages,
} from '#contract/messages/notifications.ts';
import { t } from '#contract/text/languages.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { focusContent, toast } from '../shared/toast.tsx';
import { groupNotifications } from './group-notifications.ts';
import { NotificationRow } from './notification-row.tsx';
import { useAllNotifications, useMarkAllAsRead } from './notifications.data.ts';
import { SettingsDialog } from './settings-dialog.tsx';

/** All notifications of the caller, newest first. */
export default function NotificationsPage() {
  const notifications = useAllNotifications();
  const markAll = useMarkAllAsRead();
  const [params, setParams] = useSearchParams();
  const [newest] = notifications.data ?? [];
  const hasUnread = notifications.data?.some(({ is_read }) => is_read === 0);

  function markAllAsRead() {
    if (!newest) return;
    markAll.mutate(
      { up_to: newest.notification_id },
      {
        onSuccess: focusContent,
        onError: () => toast.show(messages.markFailed, 'error'),
      },
    );
  }

  return (
    <>
      <PageHeader
        action={
          <>
            <ExportMenu list="notifications" size="md" />
            <LinkButton
              aria-label={settingsMessages.title}
              preventScrollReset
              to="?settings=1"
              variant="secondary"
            >
              {messages.settings}
            </LinkButton>
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
          fetchFailed: messages.fetchFailed,
          none: messages.noneYet,
        }}
        query={notifications}
      >
        {(list) => (
          <ul
            aria-label={messages.all}
            className="max-w-3xl divide-y divide-line border-y border-line bg-sheet"
          >
            {groupNotifications(list).map((group) => (
              <NotificationRow group={group} key={group[0].notification_id} />
            ))}
          </ul>
        )}
      </RecordList>
      {params.has('settings') && (
        <SettingsDialog
          onClose={() => setParams({}, { replace: true, preventScrollReset: true })}
        />
      )}
      {notifications.hasNextPage && (
        <Button
          busy={notifications.isFetchingNextPage}
          className="mt-5"
          onClick={() => void notifications.fetchNextPage()}
          variant="secondary"
        >
          {t('Show more', 'Ver más')}
        </Button>
      )}
    </>
  );
}
