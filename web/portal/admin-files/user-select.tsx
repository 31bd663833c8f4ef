import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { employeeFiles as text } from '#contract/messages/employee-files.ts';
import { controlClass } from '#web/ui/input.tsx';
import { PeoplePicker } from '../files/people-picker.tsx';

interface UserSelectProps {
  /** User ids. */
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
}

/** SPEC.md's multi-select: how many are chosen, and the checklist behind it. */
export function UserSelect({ chosen, onChange }: UserSelectProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="grid gap-2">
      <div>
        <span
          className="mb-1 block font-display text-sm leading-snug font-semibold"
          id={`${id}-label`}
        >
          Users
        </span>
        <button
          aria-controls={id}
          aria-expanded={open}
          aria-labelledby={`${id}-label ${id}-count`}
          className={`${controlClass} flex! items-center justify-between gap-3 text-left`}
          onClick={() => setOpen(!open)}
          type="button"
        >
          <span id={`${id}-count`}>{text.usersSelected(chosen.length)}</span>
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 text-steel ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </div>
      <div hidden={!open} id={id}>
        {open && <PeoplePicker chosen={chosen} label="Hand out to" onChange={onChange} />}
      </div>
    </div>
  );
}
