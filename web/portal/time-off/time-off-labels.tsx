import { hoursText, usPeriod } from '#contract/messages/time-off.ts';
import { today } from '#contract/rules/dates.ts';
import { t } from '#contract/text/languages.ts';
import { kindLabel, type TimeOff, type TimeOffStatus } from '#contract/time-off.ts';
import { Badge } from '#web/ui/badge.tsx';

export const statusNames = {
  requested: t('Requested', 'Solicitado'),
  approved: t('Approved', 'Aprobado'),
  declined: t('Declined', 'Rechazado'),
  cancelled: t('Cancelled', 'Cancelado'),
} satisfies Record<TimeOffStatus, string>;

const tones = {
  requested: 'lane',
  approved: 'success',
  declined: 'danger',
  cancelled: 'neutral',
} as const satisfies Record<TimeOffStatus, string>;

export function StatusBadge({ status }: Pick<TimeOff, 'status'>) {
  return <Badge tone={tones[status]}>{statusNames[status]}</Badge>;
}

/** `PTO, 12/22/2026 to 12/24/2026`. */
export function periodLabel(row: Pick<TimeOff, 'kind' | 'from_date' | 'to_date'>): string {
  return `${kindLabel(row.kind)}, ${usPeriod(row)}`;
}

/** `24 hours`. */
export function hoursLabel({ hours }: Pick<TimeOff, 'hours'>): string {
  return hoursText(hours);
}

/** Whether its owner may still cancel it. */
export function isCancellable({ status, from_date }: TimeOff): boolean {
  return (status === 'requested' || status === 'approved') && from_date > today();
}

/** The address of a request on its page. */
export function requestPath({ time_off_id }: Pick<TimeOff, 'time_off_id'>): string {
  return `/time-off?request=${time_off_id}`;
}

/** The days, the kind and the hours of a request; two lines on phones. */
export function RequestedTime({ row }: { row: TimeOff }) {
  return (
    <>
      <span className="tabular-nums">{usPeriod(row)}</span>
      <span className="text-steel max-sm:block">
        <span className="max-sm:hidden"> · </span>
        {kindLabel(row.kind)}, {hoursLabel(row)}
      </span>
    </>
  );
}
