import { useMemo, useState } from 'react';
import type { Role } from '#contract/access.ts';
import type { Damage } from '#contract/damages.ts';
import { damages as text } from '#contract/messages/damages.ts';
import { dollars } from '#web/lib/dollars.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../frame/failed-list.tsx';
import { usCalendarDay } from '../frame/us-dates.ts';
import { useAskAndDelete } from '../frame/use-ask-and-delete.ts';
import { useGrowingList } from '../frame/use-growing-list.ts';
import { DamageCard } from './damage-card.tsx';
import { everything, filtered } from './damage-words.ts';
import { useDamages, useDeleteDamage } from './damages.data.ts';
import { DamagesCharts } from './damages-charts.tsx';
import { DamagesFilter } from './damages-filter.tsx';
import { DamagesTotals } from './damages-totals.tsx';

const none: readonly Damage[] = [];

interface DamagesListProps {
  role: Role;
  onOpen: (damage: Damage) => void;
}

/** Filter, totals, charts and cards, in each of the four states of a list. */
export function DamagesList({ role, onOpen }: DamagesListProps) {
  const damages = useDamages(role);
  const [filter, setFilter] = useState(everything);
  const list = damages.data ?? none;
  const shown = useMemo(() => filtered(list, filter), [list, filter]);
  const { count, showMore, end } = useGrowingList(JSON.stringify(filter));
  const remove = useAskAndDelete<Damage>({
    text,
    idOf: ({ damage_id }) => damage_id,
    describe: ({ driver_name, damage_date, damage_amount }) =>
      `${driver_name}, ${usCalendarDay(damage_date)}, ${dollars(damage_amount)}.`,
    remove: useDeleteDamage(),
  });

  if (damages.isPending) return <Skeleton label={text.loading} labelVisible lines={8} />;
  const failed = damages.isError && (
    <FailedList
      busy={damages.isFetching}
      error={damages.error}
      fallback={text.fetchFailed}
      onRetry={() => void damages.refetch()}
    />
  );
  if (failed && damages.data === undefined) return failed;
  if (list.length === 0) {
    return (
      <EmptyState title={text.none}>
        {role === 'admin'
          ? 'Press Add Damage to write down the first one.'
          : 'Nothing is written down against you. Keep it that way.'}
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {failed}
      <DamagesFilter filter={filter} list={list} onChange={setFilter} />
      <DamagesTotals all={list.length} list={shown} />
      {shown.length === 0 ? (
        <EmptyState
          action={
            <Button onClick={() => setFilter(everything)} variant="secondary">
              Show all
            </Button>
          }
          title={text.noMatch}
        />
      ) : (
        <DamagesCharts list={shown} />
      )}
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {shown.slice(0, count).map((damage) => (
          <li
            className="[contain-intrinsic-size:auto_15rem] [content-visibility:auto]"
            key={damage.damage_id}
          >
            <DamageCard
              damage={damage}
              deleting={remove.busyId === damage.damage_id}
              onDelete={role === 'admin' ? () => void remove.ask(damage) : null}
              onOpen={() => onOpen(damage)}
            />
          </li>
        ))}
      </ul>
      {shown.length > count && (
        <div ref={end}>
          <Button onClick={showMore} variant="secondary">
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
