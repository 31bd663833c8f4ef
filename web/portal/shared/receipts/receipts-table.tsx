import type { ReactNode } from 'react';
import type { Receipt } from '#contract/receipts.ts';
import { personName } from '#contract/text/employee-name.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { MessageLink } from '../people/message-link.tsx';
import { FilteredList } from '../records/record-list.tsx';
import { usDayAndTime } from '../us-dates.ts';
import { useWide } from '../use-is-wide.ts';
import { kindTitles, missingStep } from './receipt-labels.ts';

interface ReceiptsTableProps {
  receipts: readonly Receipt[];
  /** The receipts of a person list documents, those of a document list people. */
  isPerson: boolean;
  resetKey: string;
}

/** When each receipt was opened, confirmed, delivered and reminded. */
export function ReceiptsTable({ receipts, isPerson, resetKey }: ReceiptsTableProps) {
  const isAsked = receipts.some(({ acknowledge }) => acknowledge === 1);
  return (
    <StepsTable
      caption={isPerson ? 'Receipts by file' : 'Receipts by person'}
      header={isPerson ? 'File' : 'Person'}
      keyOf={({ file_id, user_id }) => `${file_id}-${user_id}`}
      nameOf={(receipt) => (isPerson ? <File receipt={receipt} /> : <Person receipt={receipt} />)}
      resetKey={resetKey}
      rows={receipts}
      steps={[
        ['Opened', (receipt) => timeOf(receipt.opened_at) ?? missingBadge(receipt, 'Not opened')],
        ...(isAsked ? [confirmedStep] : []),
        ['Delivered', ({ delivered_at }) => timeOf(delivered_at) ?? muted('Not yet')],
        ['Reminded', ({ reminded_at }) => timeOf(reminded_at)],
      ]}
    />
  );
}

const confirmedStep: Step<Receipt> = [
  'Confirmed',
  (receipt) =>
    receipt.acknowledge === 1
      ? (timeOf(receipt.acknowledged_at) ?? missingBadge(receipt, 'Not confirmed'))
      : muted('Not required'),
];

const muted = (text: string) => <span className="text-steel">{text}</span>;

export function timeOf(at: string | null): ReactNode {
  return at && <time dateTime={at}>{usDayAndTime(at)}</time>;
}

/** Marks the next missing step; later steps stay blank. */
function missingBadge(receipt: Receipt, step: string): ReactNode {
  return missingStep(receipt) === step ? <Badge tone="danger">{step}</Badge> : null;
}

function Person({ receipt }: { receipt: Receipt }) {
  const name = personName(receipt);
  return (
    <>
      {name}
      <MessageLink name={name} userId={receipt.user_id} />
      {name !== receipt.username && (
        <span className="block text-xs font-normal text-steel">{receipt.username}</span>
      )}
    </>
  );
}

function File({ receipt }: { receipt: Receipt }) {
  return (
    <>
      {receipt.file_name}{' '}
      <span className="text-xs font-normal text-steel max-lg:block">
        {kindTitles[receipt.kind]}
      </span>
    </>
  );
}

/** A column's header, and its cell; null for an empty one. */
type Step<Row> = readonly [header: string, cell: (row: Row) => ReactNode];

interface StepsTableProps<Row> {
  caption: string;
  /** Header of the first column. */
  header: string;
  nameOf: (row: Row) => ReactNode;
  steps: readonly Step<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => number | string;
  resetKey?: string;
}

/** A table; on narrow screens a list, so that nothing scrolls sideways. */
export function StepsTable<Row>({ caption, header, nameOf, steps, ...list }: StepsTableProps<Row>) {
  const isWide = useWide();
  if (!isWide) {
    return (
      <FilteredList {...list} className="grid gap-4 border-y-2 border-ink py-3" label={caption}>
        {(row) => (
          <li className="grid gap-1.5">
            <div className="font-semibold wrap-anywhere">{nameOf(row)}</div>
            <DescriptionList rows={steps.map(([label, cell]) => [label, cell(row)])} />
          </li>
        )}
      </FilteredList>
    );
  }
  return (
    <FilteredList
      {...list}
      container={(rows) => (
        <Table caption={caption}>
          <thead>
            <tr>
              <Th>{header}</Th>
              {steps.map(([label]) => (
                <Th key={label}>{label}</Th>
              ))}
            </tr>
          </thead>
          <tbody>{rows}</tbody>
        </Table>
      )}
    >
      {(row) => (
        <tr>
          <th
            className="min-w-40 border-t border-line px-3 py-2 align-top font-semibold wrap-anywhere"
            scope="row"
          >
            {nameOf(row)}
          </th>
          {steps.map(([label, cell]) => (
            <Td key={label}>{cell(row)}</Td>
          ))}
        </tr>
      )}
    </FilteredList>
  );
}
