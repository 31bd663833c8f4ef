import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { LedgerEntry } from '#contract/hours.ts';
import { hours as messages } from '#contract/messages/users.ts';
import { reasonText } from '#contract/rules/ledger-reasons.ts';
import { personName } from '#contract/text/employee-name.ts';
import { t } from '#contract/text/languages.ts';
import type { Role } from '#contract/wire/access.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { hoursQuery, ledgerQuery } from './hours.data.ts';
import { hoursLabels } from './hours-sheet.ts';

/** The label of the hours that an entry changed. */
export const kindNames: Record<LedgerEntry['kind'], string> = {
  pto: hoursLabels.pto_hours,
  work: hoursLabels.work_hours,
};

const noFilter = { person: '' };

/** The changes of the balances: for admins everyone's or one employee's, for employees their own. */
export function Ledger({ role }: { role: Role }) {
  const [{ person }, setFilter] = useUrlFilter(noFilter);
  const employeeId = /^\d{1,9}$/.test(person) ? Number(person) : undefined;
  const ledger = useInfiniteQuery(ledgerQuery(employeeId));
  const people = useQuery(hoursQuery(role));
  const isAdmin = role === 'admin';

  return (
    <section aria-labelledby="ledger" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 className="display text-lg" id="ledger">
          {isAdmin ? 'Changes of hours' : t('How your hours changed', 'Cómo cambiaron sus horas')}
        </h2>
        <div className="flex flex-wrap items-end gap-4">
          {isAdmin && (
            <Field label="Person" name="employee_id">
              <Select
                className="min-w-52"
                onChange={(event) => setFilter({ person: event.target.value })}
                options={people.data?.map((one) => ({
                  value: String(one.employee_id),
                  label: personName(one),
                }))}
                placeholder="Everybody"
                value={person}
              />
            </Field>
          )}
          {ledger.data && ledger.data.length > 0 && (
            <ExportMenu
              filter={employeeId ? { employee_id: person } : {}}
              label={t('Export ledger', 'Exportar cambios')}
              list="hours-ledger"
            />
          )}
        </div>
      </div>
      <RecordList
        emptyHint={t(
          'Every change of PTO or work hours will appear here, with who made it and why.',
          'Aquí aparecerá cada cambio de PTO o de horas de trabajo, con quién lo hizo y por qué.',
        )}
        lines={5}
        messages={{
          fetchFailed: messages.ledgerFailed,
          none: messages.ledgerNone,
        }}
        query={ledger}
      >
        {(entries) => <LedgerTable entries={entries} isNamed={isAdmin} />}
      </RecordList>
      {ledger.hasNextPage && (
        <div>
          <Button
            busy={ledger.isFetchingNextPage}
            onClick={() => void ledger.fetchNextPage()}
            variant="secondary"
          >
            {t('Show more', 'Ver más')}
          </Button>
        </div>
      )}
    </section>
  );
}

interface LedgerTableProps {
  entries: readonly LedgerEntry[];
  /** Whether it has the changes of several employees. */
  isNamed: boolean;
}

/** Newest first; a list on phones and tablets, else a table. */
function LedgerTable({ entries, isNamed }: LedgerTableProps) {
  return (
    <>
      <ul className="border-t-2 border-ink lg:hidden">
        {entries.map((entry) => (
          <li className="border-b border-line py-3 text-sm" key={entry.id}>
            <p className="flex justify-between gap-4 tabular-nums">
              <span className="font-semibold">
                {kindNames[entry.kind]} {plainHours(entry.before)} → {plainHours(entry.after)}
              </span>
              <span>{changeOf(entry)}</span>
            </p>
            {isNamed && <p className="wrap-anywhere">{entry.name}</p>}
            {entry.reason && <p className="wrap-anywhere">{reasonText(entry.reason)}</p>}
            <p className="text-steel">
              {usDayAndTime(entry.at)} · {changedBy(entry)}
            </p>
          </li>
        ))}
      </ul>
      <div className="hidden lg:block">
        <Table
          caption={t(
            'Changes of hours, newest first',
            'Cambios de horas, los más recientes primero',
          )}
        >
          <thead>
            <tr>
              <Th>{t('When', 'Cuándo')}</Th>
              {isNamed && <Th>{t('Name', 'Nombre')}</Th>}
              <Th>{t('Hours', 'Horas')}</Th>
              <Th className="text-right">{t('Before', 'Antes')}</Th>
              <Th className="text-right">{t('After', 'Después')}</Th>
              <Th className="text-right">{t('Change', 'Cambio')}</Th>
              <Th className="w-full">{t('Reason', 'Motivo')}</Th>
              <Th>{t('Changed by', 'Cambiado por')}</Th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <Td className="whitespace-nowrap">{usDayAndTime(entry.at)}</Td>
                {isNamed && <Td className="min-w-44">{entry.name}</Td>}
                <Td className="whitespace-nowrap">{kindNames[entry.kind]}</Td>
                <Td numeric>{plainHours(entry.before)}</Td>
                <Td numeric>{plainHours(entry.after)}</Td>
                <Td className="font-semibold" numeric>
                  {changeOf(entry)}
                </Td>
                <Td className="min-w-40 wrap-anywhere">{reasonText(entry.reason)}</Td>
                <Td>{changedBy(entry)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </>
  );
}

function changedBy({ by }: LedgerEntry): string {
  return by || t('Opening balance', 'Saldo inicial');
}

const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const signed = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2, signDisplay: 'always' });

function plainHours(hours: number): string {
  return plain.format(hours);
}

/** The difference, with its sign. */
function changeOf({ before, after }: LedgerEntry): string {
  return signed.format((Math.round(after * 100) - Math.round(before * 100)) / 100);
}
