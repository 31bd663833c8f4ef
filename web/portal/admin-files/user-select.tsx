import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { employeeFiles as text } from '#contract/messages/employee-files.ts';
import { controlClass } from '#web/ui/input.tsx';
import { PeoplePicker } from '../files/people-picker.tsx';

interface UserSelectProps {
  /** User ids. */
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  error: string | undefined;
  disabled: boolean;
}

/** SPEC.md's multi-select: how many are chosen, and the checklist behind it. */
export function UserSelect({ chosen, onChange, error, disabled }: UserSelectProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  // What is wrong is said in the checklist.
  const open = isOpen || error !== undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div>
        <span
          className="mb-1 block font-display text-sm leading-snug font-semibold"
          id={`${id}-is`}
        >
          Users
        </span>
        <button
          aria-controls={id}
          aria-expanded={open}
          aria-labelledby={`${id}-is ${id}-count`}
          className={`${controlClass} flex! items-center justify-between gap-3 text-left`}
          disabled={disabled}
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
        {open && (
          <PeoplePicker
            chosen={chosen}
            disabled={disabled}
            error={error}
            label="Hand out to"
            onChange={onChange}
          />
        )}
      </div>
    </div>
  );
}
