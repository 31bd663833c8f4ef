import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { countedHours } from '#contract/company/hours.ts';
import { hoursEvent, hoursKinds, type LedgerEntry } from '#contract/hours.ts';
import { general } from '#contract/messages/general.ts';
import { hours as messages } from '#contract/messages/users.ts';
import { reasonText } from '#contract/rules/ledger-reasons.ts';
import { t } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';
import { failureCause, serverMessage } from '#web/lib/api/api.ts';
import { throttle } from '#web/lib/api/throttle.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { connectionOf } from '../shared/live/live-updates.ts';
import { ImportLink } from '../shared/records/import-link.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { usDay } from '../shared/us-dates.ts';
import { hoursQuery, ledgerQuery, useHoursCache } from './hours.data.ts';
import { HoursForm } from './hours-form.tsx';
import { HoursTable } from './hours-table.tsx';
import { kindNames, Ledger } from './ledger.tsx';

export const clientLoader = firstRequests((client, role) => [
  client.ensureQueryData(hoursQuery(role)),
  client.ensureInfiniteQueryData(ledgerQuery()),
]);

/** PTO and work hours, editable for admins and read-only for employees, with the ledger of changes. */
export default function HoursPage() {
  const session = useSession();
  const { role } = session;
  useHoursLive();
  return (
    <>
      <PageHeader
        action={role === 'admin' && <ImportLink kind="hours" />}
        title={t('PTO Tracker', 'PTO y horas')}
      />
      {role === null ? (
        <Alert tone="error">
          {session.state === 'undecodable' ? messages.invalidToken : messages.unknownRole}
        </Alert>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-12">
          <HoursBoard role={role} />
          <Ledger role={role} />
        </div>
      )}
    </>
  );
}

function HoursBoard({ role }: { role: Role }) {
  const isAdmin = role === 'admin';
  const hours = useQuery(hoursQuery(role));
  const fetchFailed = isAdmin
    ? messages.fetchEmployeesFailed
    : messages.fetchOwnFailed(reasonIn(hours.error));
  return (
    <RecordList
      emptyAction={
        <LinkButton to="/users" variant="secondary">
          Manage users
        </LinkButton>
      }
      emptyHint="Give a user a name, a department or a position, and they appear here."
      lines={6}
      messages={{ fetchFailed, none: messages.none }}
      // An employee's message contains the reason; the list knows by it that only the connection is gone.
      query={isAdmin || hours.data ? hours : { ...hours, error: null }}
    >
      {(list) => (
        <>
          {!isAdmin && <HoursTable employees={list} />}
          <HoursPeriod role={role} />
          {isAdmin && <HoursForm employees={list} />}
        </>
      )}
    </RecordList>
  );
}

/** Why a call failed, formatted for use inside a sentence. */
function reasonIn(error: unknown): string {
  const sentence = serverMessage(error) ?? failureCause(error) ?? general.unexpected;
  return sentence.replace(/\.$/, '');
}

/** Explains each column and, for employees, when and why it last changed. */
function HoursPeriod({ role }: { role: Role }) {
  const ledger = useInfiniteQuery(ledgerQuery(undefined));
  const entries = role === 'admin' ? [] : (ledger.data ?? []);
  return (
    <ul
      aria-label={t('What the hours count', 'Qué cuentan las horas')}
      className="grid gap-1 text-sm text-steel"
    >
      {hoursKinds.map((kind) => {
        const newest = entries.find((entry) => entry.kind === kind);
        const { label, spanish } = countedHours[kind];
        return (
          <li key={kind}>
            <strong className="text-ink">{kindNames[kind]}</strong>: {t(label, spanish)}.
            {newest && ` ${lastChange(newest)}`}
          </li>
        );
      })}
    </ul>
  );
}

function lastChange({ at, reason }: LedgerEntry): string {
  const because = reason ? `: ${reasonText(reason)}` : '';
  return t(`Last changed ${usDay(at)}${because}.`, `Último cambio el ${usDay(at)}${because}.`);
}

/** Minimum pause between two reloads (ms): an admin can change everyone's hours in one save. */
const pause = 1000;

/** Reloads after changes made elsewhere, and after each gap of the connection. */
function useHoursLive(): void {
  const client = useQueryClient();
  const reload = useEffectEvent(useHoursCache().reload);
  useEffect(() => {
    const connection = connectionOf(client);
    const hours = throttle(pause, () => void reload());
    const ends = [
      connection.onState((state) => {
        if (state === 'connected') hours.run();
      }),
      connection.on(hoursEvent, hours.run),
      hours.stop,
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
}
