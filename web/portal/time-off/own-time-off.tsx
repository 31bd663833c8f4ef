import { Link } from 'react-router';
import { hoursText, timeOff as messages, usPeriod } from '#contract/messages/time-off.ts';
import { t } from '#contract/text/languages.ts';
import { kindLabel, type TimeOff, updateTimeOff } from '#contract/time-off.ts';
import type { Role } from '#contract/wire/access.ts';
import { Button } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { outbox } from '../shared/offline/messages.ts';
import { useIsWaiting } from '../shared/offline/outbox-of.ts';
import { FailedList } from '../shared/records/failed-list.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { useBalance, useOwnTimeOff } from './time-off.data.ts';
import { hoursLabel, isCancellable, requestPath, StatusBadge } from './time-off-labels.tsx';
import { useCancel } from './use-decisions.ts';

/** The caller's balance and requests. */
export function OwnTimeOff({ role }: { role: Role }) {
  const own = useOwnTimeOff(role);
  const cancel = useCancel();
  return (
    <section aria-labelledby="own-time-off" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="display text-lg" id="own-time-off">
        {t('Your time off', 'Sus días libres')}
      </h2>
      <BalanceBand />
      <RecordList
        emptyHint={t(
          "Select Request time off, and it will appear here with the office's answer.",
          'Elija Pedir días libres, y aparecerá aquí con la respuesta de la oficina.',
        )}
        lines={4}
        messages={{
          loading: messages.loading,
          fetchFailed: messages.fetchFailed,
          none: messages.none,
        }}
        query={own}
      >
        {(list) => (
          <FilteredList
            className="border-b-2 border-ink"
            keyOf={({ time_off_id }) => time_off_id}
            rows={list}
          >
            {(row) => (
              <OwnRow
                isBusy={cancel.busyId === row.time_off_id}
                onCancel={() => void cancel.ask(row, true)}
                row={row}
              />
            )}
          </FilteredList>
        )}
      </RecordList>
    </section>
  );
}

function BalanceBand() {
  const balance = useBalance();
  if (balance.isPending) return <Skeleton label={messages.loading} lines={2} />;
  if (balance.data === undefined) {
    return <FailedList fallback={messages.balanceFailed} query={balance} />;
  }
  const { pto_hours, reserved_hours, available_hours } = balance.data;
  const balances = [
    [t('Available', 'Disponibles'), available_hours],
    [t('PTO balance', 'Saldo de PTO'), pto_hours],
    [t('Reserved', 'Reservadas'), reserved_hours],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-3 border-y-2 border-ink py-3">
      {balances.map(([label, hours]) => (
        <div key={label}>
          <dt className="legend text-steel">{label}</dt>
          <dd className={`display text-xl ${hours < 0 ? 'text-danger' : ''}`}>
            {hoursText(hours)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface OwnRowProps {
  row: TimeOff;
  isBusy: boolean;
  onCancel: () => void;
}

function OwnRow({ row, isBusy, onCancel }: OwnRowProps) {
  const { status, reason } = row;
  const isWaiting = useIsWaiting(updateTimeOff, { id: row.time_off_id });
  return (
    <li className="grid gap-x-4 gap-y-2 border-line py-3 not-first:border-t sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
      <div className="min-w-0">
        <h3 className="font-display leading-snug font-bold">
          <Link className="py-3.5 hover:underline" to={requestPath(row)}>
            {usPeriod(row)}
          </Link>
        </h3>
        <p className="text-sm text-steel">
          {kindLabel(row.kind)}, {hoursLabel(row)}
        </p>
        {reason && <p className="text-sm wrap-anywhere whitespace-pre-line">{reason}</p>}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <StatusBadge status={status} />
        {isWaiting && <span className="text-sm text-steel">{outbox.waits}</span>}
        {isCancellable(row) && !isWaiting && (
          <Button
            aria-label={`${t('Cancel', 'Cancelar')} ${usPeriod(row)}`}
            busy={isBusy}
            onClick={onCancel}
            size="sm"
            variant="secondary"
          >
            {t('Cancel', 'Cancelar')}
          </Button>
        )}
      </div>
    </li>
  );
}
