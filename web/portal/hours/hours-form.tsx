import { Download } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { employeeName } from '#contract/employee-name.ts';
import { field } from '#contract/messages/general.ts';
import { rooms as roomsMessages } from '#contract/messages/rooms.ts';
import { hoursWords as messages } from '#contract/messages/users.ts';
import type { Employee } from '#contract/users.ts';
import { matches } from '#web/lib/text-match.ts';
import { useUrlFilter } from '#web/lib/use-url-filter.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchBox } from '../shared/search-box.tsx';
import { toast } from '../shared/toast.tsx';
import { useGrowingList } from '../shared/use-growing-list.ts';
import { useOnce } from '../shared/use-send-once.ts';
import { describeEdits } from './describe-edits.ts';
import { exportHours } from './export-hours.ts';
import { bodyOf, type HoursKey, withChoice, withTyped } from './hours-edits.ts';
import { HoursOutcome } from './hours-outcome.tsx';
import { HoursTable } from './hours-table.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { useHoursEdits } from './use-hours-edits.ts';
import { type NotSaved, type Outcome, useSubmitHours } from './use-submit-hours.ts';

const everybody = { q: '' };

/** The table as an admin has it: search, type, look at what is pending, submit. */
export function HoursForm({ employees }: { employees: readonly Employee[] }) {
  const confirm = useConfirm();
  const once = useOnce();
  const form = useRef<HTMLFormElement>(null);
  const { edits, change, reason, setReason } = useHoursEdits();
  const { submit, progress } = useSubmitHours(change, messages.submitFailed);
  const [{ q }, setFilter] = useUrlFilter(everybody);
  const [judged, setJudged] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const growing = useGrowingList(q);
  const shown = useMemo(
    () =>
      employees.filter(
        (employee) =>
          // A row that waits for a choice is never searched away.
          edits[employee.employee_id]?.current ||
          matches(q, `${employeeName(employee)}\n${employee.department}\n${employee.position}`),
      ),
    [employees, q, edits],
  );
  const hasConflict = Object.values(edits).some(({ current }) => current !== null);
  const nameOf = useMemo(() => {
    const names = new Map(employees.map((one) => [one.employee_id, employeeName(one)]));
    return (id: number) => names.get(id) ?? `Employee ${id}`;
  }, [employees]);
  const onType = useCallback(
    (employee: Employee, key: HoursKey, typed: string) =>
      change((now) => withTyped(now, employee, key, typed)),
    [change],
  );

  const onChoose = useCallback(
    (id: number, key: HoursKey, mine: boolean) => change((now) => withChoice(now, id, key, mine)),
    [change],
  );
  useEffect(() => {
    if (!hasConflict) return;
    const choice = form.current?.querySelector<HTMLElement>('[data-conflict]');
    choice?.scrollIntoView({ block: 'center' });
    choice?.querySelector('button')?.focus({ preventScroll: true });
  }, [hasConflict]);

  const send = () =>
    once(async () => {
      toast.dismissAll();
      setOutcome(null);
      const wrong = notNumbers(edits);
      setJudged(wrong.length > 0);
      if (wrong.length > 0) {
        setOutcome({ saved: 0, all: Object.keys(edits).length, notSaved: wrong });
        // The mark is drawn first.
        setTimeout(() => form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus());
        return;
      }
      if (hasConflict) return toast.show(roomsMessages.hoursDecide, 'error');
      const question = {
        title: messages.confirmSubmit,
        description: describeEdits(edits, nameOf),
        confirmLabel: 'Submit',
      };
      if (!(await confirm(question))) return;
      const came = await submit(edits, reason.trim());
      if (came.notSaved.length > 0) return setOutcome(came);
      setReason('');
      toast.show(messages.submitted);
    });

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-5"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (Object.keys(edits).length > 0) void send();
      }}
      ref={form}
    >
      <div className="flex flex-wrap items-end justify-between gap-4">
        <search className="block min-w-0 flex-1 basis-64 sm:max-w-xl">
          <SearchBox label="Search people" onChange={(text) => setFilter({ q: text })} value={q} />
        </search>
        <Button onClick={() => exportHours(employees)} size="sm" variant="secondary">
          <Download aria-hidden="true" className="size-4" />
          Export balances
        </Button>
      </div>
      <p className="text-sm text-steel" role="status">
        {shown.length === employees.length
          ? `${employees.length} people`
          : `${shown.length} of ${employees.length} people`}
      </p>
      {shown.length === 0 ? (
        <EmptyState
          action={
            <Button onClick={() => setFilter(everybody)} variant="secondary">
              Show all
            </Button>
          }
          title={roomsMessages.hoursNoMatch}
        />
      ) : (
        <HoursTable
          editing={{ edits, judged, onType, onChoose }}
          employees={shown}
          {...(hasConflict ? {} : { growing })}
        />
      )}
      {outcome && <HoursOutcome nameOf={nameOf} outcome={outcome} />}
      <SubmitBar
        count={Object.keys(edits).length}
        onDiscard={() => {
          setOutcome(null);
          setReason('');
          change(() => ({}));
        }}
        onReason={setReason}
        progress={progress}
        reason={reason}
      />
    </form>
  );
}

function notNumbers(edits: Parameters<typeof describeEdits>[0]): NotSaved[] {
  return Object.entries(edits)
    .filter(([, edit]) => bodyOf(edit) === null)
    .map(([id]) => ({ id: Number(id), reason: field.hours }));
}
