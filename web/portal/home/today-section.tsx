import { ArrowRight } from 'lucide-react';
import type { MouseEventHandler, ReactNode } from 'react';
import { Link } from 'react-router';
import { general } from '#contract/messages/general.ts';
import { t } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useBadges, useUnreadTotal } from '../shared/live/badges.data.ts';
import { FailedList } from '../shared/records/failed-list.tsx';
import { type ToDo, waitingFor } from './to-do.ts';

interface TodaySectionProps {
  role: Role;
  onApprove: MouseEventHandler<HTMLButtonElement>;
}

export function TodaySection({ role, onApprove }: TodaySectionProps) {
  return (
    <section aria-labelledby="today" className="mb-8">
      <h2 className="font-display text-lg font-bold" id="today">
        {t('What needs you today', 'Lo que le espera hoy')}
      </h2>
      <div className="mt-2 border-t-2 border-ink">
        <TodayList onApprove={onApprove} role={role} />
      </div>
    </section>
  );
}

function TodayList({ role, onApprove }: TodaySectionProps) {
  const badges = useBadges();
  const unread = useUnreadTotal();
  if (badges.isPending || unread.isPending) {
    return <Skeleton className="pt-4" label={general.loading} lines={3} />;
  }
  if (badges.data === undefined || unread.data === undefined) {
    return (
      <FailedList
        fallback={t(
          "Couldn't load what needs you today.",
          'No se pudo cargar lo que le espera hoy.',
        )}
        query={{
          error: badges.error ?? unread.error,
          isFetching: badges.isFetching || unread.isFetching,
          refetch: () => Promise.all([badges.refetch(), unread.refetch()]),
        }}
      />
    );
  }
  const waiting = waitingFor(role, badges.data, unread.data.total_unread);
  if (waiting.length === 0)
    return (
      <p className="py-4 text-steel">
        {t('Nothing needs you right now.', 'No hay nada pendiente.')}
      </p>
    );
  return (
    <ul className="grid gap-x-6 sm:grid-cols-2 xl:grid-cols-3">
      {waiting.map(({ toDo, count }) => (
        <li className="border-b border-line" key={toDo.name}>
          <TodayLink onApprove={onApprove} to={toDo.to}>
            <span
              className={`display min-w-8 shrink-0 text-right text-xl ${toDo.isUrgent ? 'text-danger' : ''}`}
            >
              {count}
            </span>{' '}
            <span className="min-w-0 flex-1 font-semibold group-hover:underline">
              {count === 1 ? toDo.one : toDo.many}
            </span>
            <ArrowRight aria-hidden="true" className="size-5 shrink-0 text-steel" />
          </TodayLink>
        </li>
      ))}
    </ul>
  );
}

const look = 'group flex min-h-12 w-full items-center gap-3 py-1 pr-1 text-left hover:bg-well';

interface TodayLinkProps extends Pick<ToDo, 'to'>, Pick<TodaySectionProps, 'onApprove'> {
  children: ReactNode;
}

function TodayLink({ to, onApprove, children }: TodayLinkProps) {
  return to === null ? (
    <button aria-haspopup="dialog" className={look} onClick={onApprove} type="button">
      {children}
    </button>
  ) : (
    <Link className={look} to={to}>
      {children}
    </Link>
  );
}
