import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import {
  driverHistoryInput,
  employerYears,
  gapsOf,
  type HistoryList,
  historyLists,
  historyParts,
  missingParts,
} from '#contract/driver-history.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { today, usCalendarDay } from '#contract/rules/dates.ts';
import type { RecordField } from '#contract/wire/record-fields.ts';
import { readForm } from '#web/lib/forms/form-values.ts';
import { ChoiceField, FlagField } from '#web/ui/choice-field.tsx';
import { DateField } from '#web/ui/date-field.tsx';
import { AreaField, TextField } from '#web/ui/text-field.tsx';
import { historyOf } from './driver-history-values.ts';
import { RowList } from './row-list.tsx';

interface DriverHistoryFieldsProps {
  /** Undefined where the form asks for it. */
  hasCdl?: boolean;
  onRows: (list: string) => void;
}

/** The record of 49 CFR 391.21(b), with a meter. Nothing of it is required. */
export function DriverHistoryFields({ hasCdl, onRows }: DriverHistoryFieldsProps) {
  return (
    <div className="full grid grid-cols-1 gap-10">
      <HistoryMeter hasCdl={hasCdl} />
      <Rows
        hint="Where you lived in the last three years."
        list="addresses"
        noun="Address"
        onRows={onRows}
        title="Addresses"
      />
      <div className="grid grid-cols-1 gap-5">
        <Rows
          hint="Employers of the last three years, or of the last ten years if you have a CDL."
          list="employers"
          noun="Employer"
          onRows={onRows}
          title="Employers"
        />
        <AreaField
          hint="School, time between jobs, illness: say when and what."
          label="Explain times without an employer"
          name="driver_history.gaps"
          rows={3}
        />
      </div>
      <div>
        <FlagField
          label="I had no accidents in the last three years"
          name="driver_history.has_no_accidents"
        />
        <Rows list="accidents" noun="Accident" onRows={onRows} title="Accidents" />
      </div>
      <div>
        <FlagField
          label="I had no traffic violations in the last three years, other than parking"
          name="driver_history.has_no_violations"
        />
        <Rows list="violations" noun="Violation" onRows={onRows} title="Traffic violations" />
      </div>
      <AreaField
        hint="Leave blank if there was none."
        label="Any license that was denied, revoked or suspended, and why"
        name="driver_history.denials"
        rows={3}
      />
      <fieldset className="grid grid-cols-1 gap-4">
        <legend className="mb-3 font-display text-lg font-bold">Signed statement</legend>
        <FlagField
          label="I completed this record. All entries and information in it are true and complete to the best of my knowledge."
          name="driver_history.is_certified"
        />
        <TextField
          autoComplete="name"
          hint="Typing your name is your signature."
          label="Your full name"
          name="driver_history.signed_name"
        />
      </fieldset>
    </div>
  );
}

interface RowsProps {
  list: HistoryList;
  noun: string;
  title: string;
  hint?: string;
  onRows: (list: string) => void;
}

function Rows({ list, noun, title, hint, onRows }: RowsProps) {
  const fields: [string, RecordField][] = Object.entries(historyLists[list]);
  return (
    <section>
      <h3 className="font-display text-lg font-bold">{title}</h3>
      {hint && <p className="mb-3 text-sm text-steel">{hint}</p>}
      <RowList
        addLabel={`Add ${noun.toLowerCase()}`}
        list={`driver_history.${list}`}
        noun={noun}
        onRows={onRows}
      >
        {(row) =>
          fields.map(([name, field]) => (
            <RowField field={field} key={name} name={`${row}.${name}`} />
          ))
        }
      </RowList>
    </section>
  );
}

function RowField({ name, field }: { name: string; field: RecordField }) {
  const { kind, label, hint } = field;
  const shared = { name, label, hint, className: kind === 'flag' || field.isWide ? 'full' : '' };
  if (kind === 'flag') return <FlagField {...shared} />;
  if (kind === 'date') return <DateField {...shared} />;
  if (kind === 'choice') return <ChoiceField {...shared} options={field.options ?? []} />;
  return (
    <TextField
      autoComplete="off"
      inputMode={kind === 'number' ? 'numeric' : undefined}
      {...shared}
    />
  );
}

/** How much of the record is there, and what is missing. */
function HistoryMeter({ hasCdl }: { hasCdl: boolean | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  const [missing, setMissing] = useState<string[]>([]);
  useEffect(() => {
    const form = box.current?.closest('form');
    if (!form) return;
    const read = () => {
      const values = readForm(form);
      const parsed = z.safeParse(driverHistoryInput, historyOf(values));
      // While a date is half typed, what was found before stays.
      if (!parsed.success) return;
      const [history, day] = [parsed.data, today()];
      const isCdl = hasCdl ?? values.has_cdl_license === '1';
      setMissing(
        missingParts(history, isCdl, day).map((part) => {
          const rows = (part === 'addresses' || part === 'employers') && history?.[part];
          const years = part === 'employers' ? employerYears(isCdl) : 3;
          const gaps = rows && rows.length > 0 ? gapsOf(rows, years, day) : [];
          const days = gaps.map(({ from, to }) => `${usCalendarDay(from)} to ${usCalendarDay(to)}`);
          return [messages.missing[part], days.join(', ')].filter(Boolean).join(': ');
        }),
      );
    };
    read();
    form.addEventListener('input', read);
    return () => form.removeEventListener('input', read);
  }, [hasCdl]);
  const all = historyParts.length;
  return (
    <div ref={box}>
      <p className="flex justify-between gap-x-4 text-sm">
        <span className="font-display font-semibold">
          {missing.length === 0 ? 'Complete' : 'Still missing, all of it optional'}
        </span>
        <span className="tabular-nums">
          {all - missing.length} of {all} parts
        </span>
      </p>
      <progress
        aria-label="Parts of your driving record that are complete"
        className="mt-1 block h-2 w-full appearance-none overflow-hidden rounded-sm border-0 bg-well accent-rust [&::-moz-progress-bar]:bg-rust [&::-webkit-progress-bar]:bg-well [&::-webkit-progress-value]:bg-rust"
        max={all}
        value={all - missing.length}
      />
      <ul className="mt-2 list-[square] pl-5 text-sm text-steel marked">
        {missing.map((part) => (
          <li key={part}>{part}</li>
        ))}
      </ul>
    </div>
  );
}
