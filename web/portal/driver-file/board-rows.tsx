import { useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DriverFile, DriverFileItem } from '#contract/driver-file.ts';
import { type driverFileKinds, kindOf } from '#contract/driver-file-kinds.ts';
import { createDriverFilePdf } from '#contract/exports.ts';
import { type DriverFileFilter as Filter, isWanted } from '#contract/filters/driver-file.ts';
import { driverFilePdf as messages } from '#contract/messages/exports.ts';
import { call } from '#web/lib/api/api.ts';
import { download } from '#web/lib/api/download.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Table, Td, Th } from '#web/ui/table.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { MessageLink } from '../shared/people/message-link.tsx';
import { toast } from '../shared/toast.tsx';
import { expiryText, isUrgent, statusNames } from './driver-file-labels.ts';
import { ItemMarks } from './item-marks.tsx';

type Kinds = readonly (typeof driverFileKinds)[number][];

interface BoardTableProps {
  kinds: Kinds;
  children: ReactNode;
}

/** People × kinds. */
export function BoardTable({ kinds, children }: BoardTableProps) {
  return (
    <Table caption="Driver files" className="print:text-xs">
      <thead>
        <tr>
          <Th className="left-0 z-20!">Name</Th>
          {kinds.map(({ kind, label }) => (
            <Th className="min-w-26 text-xs whitespace-normal! print:px-1" key={kind}>
              {label}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </Table>
  );
}

interface BoardRowProps {
  file: DriverFile;
  kinds: Kinds;
  /** The items that a card shows. */
  status: Filter['status'];
  onOpen: (employeeId: number, kind: string) => void;
}

/** A person's row of the table. */
export function BoardRow({ file, kinds, onOpen }: Omit<BoardRowProps, 'status'>) {
  const { employee_id, employee_name, department, items } = file;
  return (
    <tr className={file.is_driver === 1 ? '' : 'print:hidden'}>
      <th
        className="sticky left-0 z-10 min-w-44 border-t border-line bg-sheet px-3 py-2 text-left align-top font-semibold"
        scope="row"
      >
        {employee_name}
        <span className="block text-xs font-normal text-steel">
          {department}
          <MessageLink employeeId={employee_id} name={employee_name} />
          <WholeFileButton file={file} />
        </span>
      </th>
      {kinds.map(({ kind }) => {
        const item = items.find((one) => one.kind === kind);
        return (
          <Td className="p-0!" key={kind}>
            {item && (
              <ItemButton
                className="min-h-14 flex-col items-start px-3"
                file={file}
                item={item}
                onOpen={() => onOpen(employee_id, item.kind)}
              />
            )}
          </Td>
        );
      })}
    </tr>
  );
}

/** A person's card on phones. Without a filter it folds what needs no one. */
export function BoardCard({ file, kinds, status, onOpen }: BoardRowProps) {
  const { employee_id, employee_name, department, items } = file;
  const shown = items.filter(
    (item) => kinds.some(({ kind }) => kind === item.kind) && isWanted(item, status),
  );
  const isFolded = status === '' && shown.length > 1;
  const folded = isFolded ? shown.filter((item) => !isUrgent(item)) : [];
  const list = (part: readonly DriverFileItem[]) => (
    <ul>
      {part.map((item) => (
        <li className="border-t border-line" key={item.kind}>
          <ItemButton
            className="min-h-12 flex-wrap items-center gap-x-3 px-5"
            file={file}
            item={item}
            label={kindOf(item.kind).label}
            onOpen={() => onOpen(employee_id, item.kind)}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <Card
      aside={<span className="pt-1 text-sm text-steel">{department}</span>}
      level={2}
      title={
        <>
          {employee_name}
          <MessageLink employeeId={employee_id} name={employee_name} />
          <WholeFileButton file={file} />
        </>
      }
    >
      <div className="-mx-5 -mt-2 -mb-4">
        {list(shown.filter((item) => !folded.includes(item)))}
        {folded.length > 0 && (
          <details className="border-t border-line">
            <summary className="inline-flex min-h-11 w-full cursor-pointer items-center px-5 text-sm text-steel underline underline-offset-4">
              {countsText(folded, file.is_driver === 1)}
            </summary>
            {list(folded)}
          </details>
        )}
      </div>
    </Card>
  );
}

/** '5 OK, 2 missing' */
function countsText(items: readonly DriverFileItem[], isNeeded: boolean): string {
  const names = { ok: statusNames.ok, missing: isNeeded ? 'missing' : 'not needed' };
  return (['ok', 'missing'] as const)
    .map((status) => [items.filter((item) => item.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${names[status]}`)
    .join(', ');
}

interface ItemButtonProps {
  file: DriverFile;
  item: DriverFileItem;
  /** Shown where no column names the kind. */
  label?: string;
  className: string;
  onOpen: () => void;
}

/** The status of an item; opens it. */
function ItemButton({ file, item, label, className, onOpen }: ItemButtonProps) {
  return (
    <button
      className={`flex w-full gap-1 py-2 text-left text-sm hover:bg-well focus-visible:-outline-offset-2 print:min-h-0 print:p-1 ${className}`}
      onClick={onOpen}
      type="button"
    >
      <span className={label ? 'min-w-0 flex-[1_1_min(9rem,100%)]' : 'sr-only'}>
        {label ?? `${kindOf(item.kind).label} of ${file.employee_name}: `}
      </span>
      <span className="text-xs text-steel tabular-nums">{label && expiryText(item)}</span>
      <ItemMarks isNeeded={file.is_driver === 1} item={item} />
      {!label && <span className="text-xs text-steel tabular-nums">{expiryText(item)}</span>}
    </button>
  );
}

/** Downloads a driver's whole file as one PDF. */
function WholeFileButton({
  file: { employee_id, employee_name },
}: {
  file: Pick<DriverFile, 'employee_id' | 'employee_name'>;
}) {
  const create = useMutation({
    mutationFn: async () =>
      download((await call(createDriverFilePdf, { body: { employee_id } })).url),
    onError: (error) => toast.show(errorMessage(error, messages.createFailed), 'error'),
  });
  const label = `${messages.open} of ${employee_name}`;
  return (
    <Button
      aria-label={label}
      busy={create.isPending}
      className="-my-2 px-2! align-middle print:hidden"
      onClick={() => create.mutate()}
      size="sm"
      title={label}
      variant="quiet"
    >
      <FileText aria-hidden="true" className="size-4" />
    </Button>
  );
}
