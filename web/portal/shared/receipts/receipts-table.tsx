import type { ReactNode } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { personName } from '../files/user-names.ts';
import { usDayAndTime } from '../us-dates.ts';
import { kindTitles, owes } from './receipt-labels.ts';

interface ReceiptsTableProps {
  receipts: readonly Receipt[];
  rows: 'people' | 'documents';
}

/** When each was opened, confirmed, delivered and reminded: on a phone what is missing has to be in sight. */
export function ReceiptsTable({ receipts, rows }: ReceiptsTableProps) {
  const isAsked = receipts.some(({ acknowledge }) => acknowledge === 1);
  return (
    <Table caption={rows === 'people' ? 'Receipts by person' : 'Receipts by file'}>
      <thead>
        <tr>
          <Th>{rows === 'people' ? 'Person' : 'File'}</Th>
          <Th>Opened</Th>
          {isAsked && <Th>Confirmed</Th>}
          <Th>Delivered</Th>
          <Th>Reminded</Th>
        </tr>
      </thead>
      <tbody>
        {receipts.map((receipt) => (
          <tr key={`${receipt.file_id}-${receipt.user_id}`}>
            <th className="border-t border-line px-3 py-2 align-top font-semibold" scope="row">
              {rows === 'people' ? <Person receipt={receipt} /> : <File receipt={receipt} />}
            </th>
            <When at={receipt.opened_at} never={<Missing receipt={receipt} when="Not opened" />} />
            {isAsked &&
              (receipt.acknowledge === 1 ? (
                <When
                  at={receipt.acknowledged_at}
                  never={<Missing receipt={receipt} when="Not confirmed" />}
                />
              ) : (
                <Td className="text-steel">Not asked for</Td>
              ))}
            <When at={receipt.delivered_at} never="Not yet" />
            <When at={receipt.reminded_at} never="" />
          </tr>
        ))}
      </tbody>
    </Table>
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

/** Marks the one thing that is waited for; what comes after it is only blank. */
function Missing({ receipt, when }: { receipt: Receipt; when: string }) {
  return owes(receipt) === when ? <Badge tone="danger">{when}</Badge> : null;
}
