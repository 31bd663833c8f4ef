import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import type { DropFile } from '#contract/settlement-drops.ts';
import type { User } from '#contract/users.ts';
import { isComposing } from '#web/lib/is-composing.ts';
import { Input } from '#web/ui/input.tsx';
import { personName } from '../../shared/files/user-names.ts';
import { driverFacts, driverLabel, driversFound } from './drop-labels.ts';

const maxShown = 8;

interface DriverFieldProps {
  people: readonly User[];
  /** The chosen user id. */
  value: number | null;
  onChange: (userId: number | null) => void;
  /** Shown first. */
  candidates: DropFile['candidates'];
  /** The file, for screen readers. */
  of: string;
}

/** A combobox that finds one person by typing; clearing it removes the choice. */
export function DriverField({ people, value, onChange, candidates, of }: DriverFieldProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const chosen = people.find(({ user_id }) => user_id === value);
  const label = chosen ? driverLabel(chosen) : '';
  /** Null while the list is closed and the field shows the chosen person. */
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const isOpen = typed !== null;
  const found = isOpen ? driversFound(people, typed === label ? '' : typed, candidates) : [];
  const shown = found.slice(0, maxShown);

  // Captured, because the dialog around it would close on Esc first.
  useEffect(() => {
    if (!isOpen) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    const close = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      setTyped(null);
    };
    addEventListener('keydown', close, { capture: true });
    return () => removeEventListener('keydown', close, { capture: true });
  }, [isOpen]);

  function open(text: string) {
    setTyped(text);
    setActive(0);
  }

  function choose(user: User) {
    setTyped(null);
    onChange(user.user_id);
  }

  function leave() {
    if (typed?.trim() === '' && value !== null) onChange(null);
    setTyped(null);
  }

  function press(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent)) return;
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return open(label);
      const step = key === 'ArrowDown' ? 1 : -1;
      setActive((active + step + shown.length) % Math.max(1, shown.length));
    } else if (key === 'Enter' && isOpen) {
      event.preventDefault();
      const user = shown[active];
      if (typed.trim() === '') leave();
      else if (user) choose(user);
    }
  }

  return (
    <div className="relative">
      <Input
        aria-activedescendant={isOpen && shown[active] ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-expanded={isOpen}
        aria-label={`Driver of ${of}`}
        autoComplete="off"
        name="user_id"
        onBlur={leave}
        onChange={(event) => open(event.target.value)}
        onClick={() => !isOpen && open(label)}
        onFocus={(event) => event.target.select()}
        onKeyDown={press}
        placeholder="Choose a driver"
        role="combobox"
        value={typed ?? label}
      />
      {isOpen && (
        <div
          className="absolute inset-x-0 top-full z-20 border-2 border-ink bg-sheet shadow-lift"
          ref={box}
        >
          <div aria-label={`Drivers for ${of}`} id={`${id}-list`} role="listbox">
            {shown.map((user, index) => (
              // biome-ignore lint/a11y/useFocusableInteractive: a combobox keeps the focus in the field
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
              <div
                aria-selected={index === active}
                className={`cursor-pointer px-3 py-2 leading-snug wrap-anywhere pointer-coarse:py-3 ${index === active ? 'bg-ink text-paper' : 'hover:bg-well'}`}
                id={`${id}-${index}`}
                key={user.user_id}
                onClick={() => choose(user)}
                // The field keeps the focus.
                onMouseDown={(event) => event.preventDefault()}
                role="option"
              >
                {personName(user)}
                <span className={`block text-xs ${index === active ? '' : 'text-steel'}`}>
                  {driverFacts(user)}
                </span>
              </div>
            ))}
          </div>
          {found.length === 0 && (
            <p className="px-3 py-2 text-steel">
              {people.length === 0 ? "Couldn't load the people." : 'No driver has that name.'}
            </p>
          )}
          {found.length > shown.length && (
            <p className="border-t border-line px-3 py-2 text-xs text-steel">
              {found.length - shown.length} more. Type to find them.
            </p>
          )}
        </div>
      )}
    </div>
  );
}
