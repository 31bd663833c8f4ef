import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import type { ExportName } from '#contract/exports.ts';
import { filtered, type ListFilter } from '#contract/filters/list-filter.ts';
import { receipts as messages } from '#contract/messages/receipts.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { assignHint } from '../shared/receipts/receipt-labels.ts';
import type { Of } from '../shared/receipts/receipts.data.ts';
import { ReceiptsDialog } from '../shared/receipts/receipts-dialog.tsx';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { countOf, SearchBox } from '../shared/records/search-box.tsx';

const everything = { q: '', missing: '' };

/** The common fields of the totals of people and documents. */
interface Totals {
  assigned: number;
  opened: number;
  missing: number;
}

interface Column<T> {
  header: string;
  isNumeric?: boolean;
  cell: (row: T) => ReactNode;
}

interface TotalsListProps<T extends Totals> {
  totals: UseQueryResult<T[]>;
  nouns: readonly [one: string, several: string];
  /** Header of the first column. */
  header: string;
  /** The first cell, whose button opens the receipts. */
  nameOf: (row: T) => string;
  ofRow: (row: T) => Of;
  filter: ListFilter<T, typeof everything>;
  columns: readonly Column<T>[];
  exported: ExportName;
}

/** The column of missing receipts. */
export const missingColumn: Column<Totals> = {
  header: 'Missing',
  isNumeric: true,
  cell: ({ missing }) => (missing > 0 ? <Badge tone="danger">{missing}</Badge> : 0),
};

/** A table of totals with a search and an export. */
export function TotalsList<T extends Totals>({
  totals,
  nouns,
  header,
  nameOf,
  ofRow,
  filter,
  columns,
  exported,
}: TotalsListProps<T>) {
  const [{ q: search, missing }, setFilter] = useUrlFilter(everything);
  const [open, setOpen] = useState<T | null>(null);
  const missingOnly = missing !== '';
  const list = totals.data;
  const shown = useMemo(
    () => filtered(filter, list ?? [], { q: search, missing }),
    [filter, list, search, missing],
  );

  const table = (rows: ReactNode) => (
    <Table caption={`Receipts by ${nouns[0]}`}>
      <thead>
        <tr>
          <Th className="w-full max-sm:px-2">{header}</Th>
          {columns.map((column) => (
            <Th
              className={`max-sm:px-2 ${column.isNumeric ? 'text-right' : ''}`}
              key={column.header}
            >
              {column.header}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>{rows}</tbody>
    </Table>
  );
  return (
    <>
      <RecordList emptyHint={assignHint} messages={messages} query={totals}>
        {({ length }) => (
          <>
            <search className="flex flex-wrap items-end gap-x-6 gap-y-3">
              <div className="min-w-0 basis-96">
                <SearchBox
                  label={`Search ${nouns[1]}`}
                  onChange={(q) => setFilter({ q })}
                  value={search}
                />
              </div>
              <Checkbox
                checked={missingOnly}
                label="Missing only"
                name="missing_only"
                onChange={(event) => setFilter({ missing: event.target.checked ? '1' : '' })}
              />
              <p className="pb-2.5 text-sm text-steel" role="status">
                {countOf(shown.length, length, ...nouns)}
              </p>
              <div className="mb-1 ml-auto">
                <ExportMenu filter={{ q: search, missing }} list={exported} />
              </div>
            </search>
            <FilteredList
              container={table}
              keyOf={(row) => Object.values(ofRow(row)).join()}
              noMatch={messages.noMatch}
              onShowAll={() => setFilter(everything)}
              resetKey={`${missingOnly} ${search}`}
              rows={shown}
            >
              {(row) => (
                <tr>
                  <th
                    className="min-w-28 border-t border-line px-3 py-0 max-sm:px-2 sm:min-w-40"
                    scope="row"
                  >
                    <button
                      aria-label={`Receipts of ${nameOf(row)}`}
                      className="text-link inline-flex min-h-9 items-center text-left font-semibold pointer-coarse:min-h-11"
                      onClick={() => setOpen(row)}
                      type="button"
                    >
                      {nameOf(row)}
                    </button>
                  </th>
                  {columns.map((column) => (
                    <Td
                      className="align-middle! whitespace-nowrap max-sm:px-2"
                      key={column.header}
                      numeric={column.isNumeric ?? false}
                    >
                      {column.cell(row)}
                    </Td>
                  ))}
                </tr>
              )}
            </FilteredList>
          </>
        )}
      </RecordList>
      {open && (
        <ReceiptsDialog name={nameOf(open)} of={ofRow(open)} onClose={() => setOpen(null)} />
      )}
    </>
  );
}
