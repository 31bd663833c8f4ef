import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type Announcement,
  announcementsEvent,
  deleteAnnouncement,
} from '#contract/announcements.ts';
import { announcements as messages } from '#contract/messages/announcements.ts';
import { general } from '#contract/messages/general.ts';
import { call } from '#web/lib/api/api.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { useLiveUpdates } from '../shared/live/live-updates.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { usDayAndTime } from '../shared/us-dates.ts';
import { AnnouncementDialog } from './announcement-form.tsx';
import { announcementsKey, announcementsQuery } from './announcements.data.ts';
import { ReadersDialog } from './readers-dialog.tsx';

export const clientLoader = firstRequests((client) => [
  client.ensureInfiniteQueryData(announcementsQuery),
]);

/** Messages of the office, sent and planned, and who has read them. */
export default function AnnouncementsPage() {
  const client = useQueryClient();
  const query = useInfiniteQuery(announcementsQuery);
  const [isWriting, setWriting] = useState(false);
  const [shown, setShown] = useState<Announcement | null>(null);
  useLiveUpdates({
    [announcementsEvent]: () => client.invalidateQueries({ queryKey: announcementsKey }),
  });
  const remove = useConfirmDelete<Announcement>({
    text: messages,
    idOf: ({ announcement_id }) => announcement_id,
    describe: ({ message }) => message,
    remove: (id) => call(deleteAnnouncement, { params: { id } }),
    queryKey: announcementsKey,
  });
  return (
    <>
      <PageHeader
        action={
          <>
            <ExportMenu list="announcements" size="md" />
            <Button onClick={() => setWriting(true)}>{messages.add}</Button>
          </>
        }
        intro={messages.about}
        title={messages.title}
      />
      <RecordList
        emptyHint={messages.noneHint}
        messages={{ ...messages, loading: general.loadingData }}
        query={query}
      >
        {(list) => (
          <FilteredList
            className="border-t-2 border-ink"
            keyOf={({ announcement_id }) => announcement_id}
            pages={query}
            rows={list}
          >
            {(announcement) => (
              <AnnouncementRow
                announcement={announcement}
                deleting={remove.busyId === announcement.announcement_id}
                onDelete={() => void remove.ask(announcement)}
                onShow={() => setShown(announcement)}
              />
            )}
          </FilteredList>
        )}
      </RecordList>
      {isWriting && <AnnouncementDialog onClose={() => setWriting(false)} />}
      {shown && <ReadersDialog announcement={shown} onClose={() => setShown(null)} />}
    </>
  );
}

interface AnnouncementRowProps {
  announcement: Announcement;
  deleting: boolean;
  onShow: () => void;
  onDelete: () => void;
}

function AnnouncementRow({ announcement, deleting, onShow, onDelete }: AnnouncementRowProps) {
  const { message, must_confirm, is_safety, send_at, sent_at, sent_by, recipients } = announcement;
  const done = must_confirm ? announcement.confirmed_count : announcement.read_count;
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-line py-3 md:grid-cols-[minmax(0,1fr)_12rem_12rem] md:items-center">
      <div className="min-w-0">
        <p className="line-clamp-3 whitespace-pre-line wrap-anywhere">{message}</p>
        <p className="text-sm text-steel">
          {audienceOf(announcement)}, by {sent_by}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 text-sm md:flex-col md:items-start">
        <span className="flex gap-2 empty:hidden">
          {is_safety === 1 && <Badge tone="danger">Safety</Badge>}
          {sent_at === null && <Badge tone="info">Planned</Badge>}
        </span>
        <time className="text-steel tabular-nums" dateTime={sent_at ?? send_at}>
          {usDayAndTime(sent_at ?? send_at)}
        </time>
        {sent_at !== null && (
          <span className="font-semibold tabular-nums">
            {must_confirm ? 'Confirmed' : 'Read'} by {done} of {recipients}
          </span>
        )}
      </div>
      {sent_at === null ? (
        <Button
          busy={deleting}
          className="-ml-3 justify-self-start text-danger! md:-mr-3 md:justify-self-end"
          onClick={onDelete}
          size="sm"
          variant="quiet"
        >
          Delete<span className="sr-only"> {message.slice(0, 80)}</span>
        </Button>
      ) : (
        <Button
          className="justify-self-start md:justify-self-end"
          onClick={onShow}
          size="sm"
          variant="secondary"
        >
          {must_confirm ? 'Who has confirmed' : 'Who has read it'}
          <span className="sr-only">: {message.slice(0, 80)}</span>
        </Button>
      )}
    </li>
  );
}

function audienceOf({ user_ids, department, position }: Announcement): string {
  if (user_ids.length > 0) return user_ids.length === 1 ? '1 person' : `${user_ids.length} people`;
  return [department, position].filter(Boolean).join(', ') || 'Everyone';
}
