import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Inquiry, InquiryEvent } from '#contract/inquiries.ts';
import { general } from '#contract/messages/general.ts';
import { inquiryOffice as messages } from '#contract/messages/inquiry-office.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../shared/records/failed-list.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { useOnScreen } from '../shared/use-on-screen.ts';
import { eventsQuery, markInquiryRead } from './inquiries.data.ts';

/** Everything that happened to an inquiry, newest first. */
export function InquiryTimeline({ inquiry }: { inquiry: Inquiry }) {
  const query = useQuery(eventsQuery(inquiry.id));
  const { data, isPending } = query;
  const { oldest, oldestId } = useReadOnScreen(inquiry, data);
  return (
    <section aria-labelledby="inquiry-timeline">
      <h3 className="mb-2 font-display font-bold" id="inquiry-timeline">
        Timeline
      </h3>
      {isPending && <Skeleton label={general.loading} lines={3} />}
      {!isPending && !data && <FailedList fallback={messages.eventsFailed} query={query} />}
      {data?.length === 0 && <p className="text-steel">{messages.noEvents}</p>}
      {data && data.length > 0 && (
        <ol aria-label="Timeline" className="border-b border-line text-sm">
          {data.toReversed().map(({ id: event, kind, author, text, created_at }) => {
            const isWritten = kind === 'note' || kind === 'customer';
            return (
              <li
                className={`border-t border-line py-2 ${kind === 'customer' ? 'border-l-4 border-l-lane bg-well pl-3' : ''}`}
                key={event}
                ref={event === oldestId ? oldest : undefined}
              >
                <p className="text-steel">
                  <bdi className="font-semibold text-ink">
                    {author || (isWritten ? 'Unknown' : 'Automatic')}
                  </bdi>
                  {kind === 'customer' && ', customer'},{' '}
                  <time dateTime={created_at}>{usDayAndTime(created_at)}</time>
                </p>
                <p className="whitespace-pre-line wrap-anywhere">{text}</p>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

/**
 * Marks the sender's unread messages as read once the oldest of them is on the screen, which is below the others. Goes
 * to the element of that event.
 */
function useReadOnScreen({ id, unread }: Inquiry, events: readonly InquiryEvent[] = []) {
  const client = useQueryClient();
  const messages = events.filter(({ kind }) => kind === 'customer');
  const oldestId = (unread > 0 && messages.at(-unread)?.id) || null;
  const newestId = messages.at(-1)?.id;
  const oldest = useOnScreen<HTMLLIElement>(oldestId, () => {
    if (newestId !== undefined) void markInquiryRead(client, id, newestId);
  });
  return { oldest, oldestId };
}
