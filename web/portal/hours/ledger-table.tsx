import type { LedgerEntry } from '#contract/hours.ts';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { usDayAndTime } from '../shared/us-dates.ts';
import { changeOf, kindNames, plainHours } from './ledger-labels.ts';

interface LedgerTableProps {
  entries: readonly LedgerEntry[];
  /** Whether it holds more than one person's. */
  named: boolean;
}

/** The changes, newest first; a table from a tablet up, one entry under the other on a phone. */
export function LedgerTable({ entries, named }: LedgerTableProps) {
  return (
    <>
      <ul className="border-t-2 border-ink sm:hidden">
        {entries.map((entry) => (
          <li className="border-b border-line py-3 text-sm" key={entry.id}>
            <p className="flex justify-between gap-4 tabular-nums">
              <span className="font-semibold">
                {kindNames[entry.kind]} {plainHours(entry.before)} → {plainHours(entry.after)}
              </span>
              <span>{changeOf(entry)}</span>
            </p>
            {named && <p className="wrap-anywhere">{entry.name}</p>}
            {entry.reason && <p className="wrap-anywhere">{entry.reason}</p>}
            <p className="text-steel">
              {usDayAndTime(entry.at)} · {whoOf(entry)}
            </p>
          </li>
        ))}
      </ul>
      <div className="hidden sm:block">
        <Table caption="Changes of hours, newest first">
          <thead>
            <tr>
              <Th>When</Th>
              {named && <Th>Name</Th>}
              <Th>Hours</Th>
              <Th className="text-right">Before</Th>
              <Th className="text-right">After</Th>
              <Th className="text-right">Change</Th>
              <Th className="w-full">Reason</Th>
              <Th>Changed by</Th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry) => (
              <tr key={entry.id}>
                <Td className="whitespace-nowrap">{usDayAndTime(entry.at)}</Td>
                {named && <Td className="min-w-44">{entry.name}</Td>}
                <Td className="whitespace-nowrap">{kindNames[entry.kind]}</Td>
                <Td numeric>{plainHours(entry.before)}</Td>
                <Td numeric>{plainHours(entry.after)}</Td>
                <Td className="font-semibold" numeric>
                  {changeOf(entry)}
                </Td>
                <Td className="min-w-40 wrap-anywhere">{entry.reason}</Td>
                <Td>{whoOf(entry)}</Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </>
  );
}

function whoOf({ by }: LedgerEntry): string {
  return by || 'Opening balance';
}
