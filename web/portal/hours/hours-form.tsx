import { Download } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { employeeName } from '#contract/employee-name.ts';
import { field } from '#contract/messages/general.ts';
import { hoursWords as text } from '#contract/messages/people.ts';
import { rooms as words } from '#contract/messages/rooms.ts';
import type { Employee } from '#contract/users.ts';
import { matches } from '#web/lib/text-match.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { hush, say } from '../frame/say.tsx';
import { SearchBox } from '../frame/search-box.tsx';
import { useGrowingList } from '../frame/use-growing-list.ts';
import { useOnce } from '../frame/use-send-once.ts';
import { describeEdits } from './describe-edits.ts';
import { exportHours } from './export-hours.ts';
import { HoursConflicts } from './hours-conflicts.tsx';
import { bodyOf, type HoursKey, withChoice, withTyped } from './hours-edits.ts';
import { HoursOutcome } from './hours-outcome.tsx';
import { HoursTable } from './hours-table.tsx';
import { SubmitBar } from './submit-bar.tsx';
import { useHoursEdits } from './use-hours-edits.ts';
import { type NotSaved, type Outcome, useSubmitHours } from './use-submit-hours.ts';

/** The table as an admin has it: search, type, look at what is pending, submit. */
export function HoursForm({ employees }: { employees: readonly Employee[] }) {
  const confirm = useConfirm();
  const once = useOnce();
  const form = useRef<HTMLFormElement>(null);
  const { edits, change } = useHoursEdits();
  const { submit, progress } = useSubmitHours(change, text.submitFailed);
  const [search, setSearch] = useState('');
  const [reason, setReason] = useState('');
  const [judged, setJudged] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const growing = useGrowingList(search);
  const shown = useMemo(
    () =>
      employees.filter((employee) =>
        matches(search, `${employeeName(employee)}\n${employee.department}\n${employee.position}`),
      ),
    [employees, search],
  );
  const nameOf = useMemo(() => {
    const names = new Map(employees.map((one) => [one.employee_id, employeeName(one)]));
    return (id: number) => names.get(id) ?? `Employee ${id}`;
  }, [employees]);
  const onType = useCallback(
    (employee: Employee, key: HoursKey, typed: string) =>
      change((now) => withTyped(now, employee, key, typed)),
    [change],
  );

  const send = () =>
    once(async () => {
      hush();
      setOutcome(null);
      const wrong = notNumbers(edits);
      const undecided = Object.values(edits).some(({ current }) => current !== null);
      setJudged(wrong.length > 0);
      if (wrong.length > 0) {
        setOutcome({ saved: 0, all: Object.keys(edits).length, notSaved: wrong });
        // The mark is drawn first.
        setTimeout(() => form.current?.querySelector<HTMLInputElement>('[aria-invalid]')?.focus());
        return;
      }
      if (undecided) return say(words.hoursDecide, 'error');
      const question = {
        title: text.confirmSubmit,
        description: describeEdits(edits, nameOf),
        confirmLabel: 'Submit',
      };
      if (!(await confirm(question))) return;
      const came = await submit(edits, reason.trim());
      if (came.notSaved.length > 0) return setOutcome(came);
      setReason('');
      say(text.submitted);
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
          <SearchBox label="Search people" onChange={setSearch} value={search} />
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
      <HoursConflicts
        edits={edits}
        nameOf={nameOf}
        onChoose={(id, key, mine) => change((now) => withChoice(now, id, key, mine))}
      />
      {shown.length === 0 ? (
        <EmptyState
          action={
            <Button onClick={() => setSearch('')} variant="secondary">
              Show all
            </Button>
          }
          title={words.hoursNoMatch}
        />
      ) : (
        <HoursTable editing={{ edits, judged, onType }} employees={shown} growing={growing} />
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
