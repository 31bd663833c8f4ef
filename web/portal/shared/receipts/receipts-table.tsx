import type { ReactNode } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { personName } from '../files/user-names.ts';
import { FilteredList } from '../record-list.tsx';
import { usDayAndTime } from '../us-dates.ts';
import { kindTitles, missingStep } from './receipt-labels.ts';

interface ReceiptsTableProps {
  receipts: readonly Receipt[];
  /** The receipts of a person list documents, those of a document list people. */
  isPerson: boolean;
  resetKey: string;
}

/** When each receipt was opened, confirmed, delivered and reminded: on a phone the first columns are in view. */
export function ReceiptsTable({ receipts, isPerson, resetKey }: ReceiptsTableProps) {
  const isAsked = receipts.some(({ acknowledge }) => acknowledge === 1);
  const table = (rows: ReactNode) => (
    <Table caption={isPerson ? 'Receipts by file' : 'Receipts by person'}>
      <thead>
        <tr>
          <Th>{isPerson ? 'File' : 'Person'}</Th>
          <Th>Opened</Th>
          {isAsked && <Th>Confirmed</Th>}
          <Th>Delivered</Th>
          <Th>Reminded</Th>
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </Table>
  );
  return (
    <FilteredList
      container={table}
      keyOf={({ file_id, user_id }) => `${file_id}-${user_id}`}
      resetKey={resetKey}
      rows={receipts}
    >
      {(receipt) => (
        <tr>
          <th className="border-t border-line px-3 py-2 align-top font-semibold" scope="row">
            {isPerson ? <File receipt={receipt} /> : <Person receipt={receipt} />}
          </th>
          <When at={receipt.opened_at} never={<Missing receipt={receipt} when="Not opened" />} />
          {isAsked &&
            (receipt.acknowledge === 1 ? (
              <When
                at={receipt.acknowledged_at}
                never={<Missing receipt={receipt} when="Not confirmed" />}
              />
            ) : (
              <Td className="text-steel">Not required</Td>
            ))}
          <When at={receipt.delivered_at} never="Not yet" />
          <When at={receipt.reminded_at} never="" />
        </tr>
      )}
    </FilteredList>
  );
}

function Person({ receipt }: { receipt: Receipt }) {
  const name = personName(receipt);
  return (
    <>
      {name}
      {name !== receipt.username && (
        <span className="block text-xs font-normal text-steel">{receipt.username}</span>
      )}
    </>
  );
}

function File({ receipt }: { receipt: Receipt }) {
  return (
    <span className="block min-w-40 wrap-anywhere">
      {receipt.file_name}
      <span className="block text-xs font-normal text-steel">{kindTitles[receipt.kind]}</span>
    </span>
  );
}

function When({ at, never }: { at: string | null; never: ReactNode }) {
  return (
    <Td className={at === null ? 'text-steel' : 'sm:whitespace-nowrap'}>
      {at === null ? never : <time dateTime={at}>{usDayAndTime(at)}</time>}
    </Td>
  );
}

/** Marks the next missing step; later steps stay blank. */
function Missing({ receipt, when }: { receipt: Receipt; when: string }) {
  return missingStep(receipt) === when ? <Badge tone="danger">{when}</Badge> : null;
}
