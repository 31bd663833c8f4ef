import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { controlClass } from '#web/ui/input.tsx';
import { type PeoplePickerProps, UserPicker } from '../shared/people/user-picker.tsx';

/** A multi-select: a button with the count that opens the checklist. */
export function UserSelect(props: PeoplePickerProps) {
  const { chosen, error } = props;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  // The checklist shows the error.
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
          onClick={() => setOpen(!open)}
          type="button"
        >
          <span id={`${id}-count`}>{messages.usersSelected(chosen.length)}</span>
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 text-steel ${open ? 'rotate-180' : ''}`}
          />
        </button>
      </div>
      <div hidden={!open} id={id}>
        {open && <UserPicker {...props} />}
      </div>
    </div>
  );
}
