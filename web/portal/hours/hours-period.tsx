import type { Role } from '#contract/access.ts';
import { company } from '#contract/company.ts';
import { hoursKinds } from '#contract/hours.ts';
import { usDay } from '../shared/us-dates.ts';
import { useLedger } from './hours.data.ts';
import { kindNames } from './ledger-labels.ts';

/** What each column counts and, for one person, when it was last changed and why. */
export function HoursPeriod({ role }: { role: Role }) {
  const ledger = useLedger(undefined);
  const entries = role === 'admin' ? [] : (ledger.data?.pages[0]?.rows ?? []);
  return (
    <ul aria-label="What the hours count" className="grid gap-1 text-sm text-steel">
      {hoursKinds.map((kind) => {
        const newest = entries.find((entry) => entry.kind === kind);
        return (
          <li key={kind}>
            <strong className="text-ink">{kindNames[kind]}</strong>:{' '}
            {company.hours[`${kind}_hours`]}.
            {newest &&
              ` Last changed ${usDay(newest.at)}${newest.reason ? `: ${newest.reason}` : ''}.`}
          </li>
        );
      })}
    </ul>
  );
}
