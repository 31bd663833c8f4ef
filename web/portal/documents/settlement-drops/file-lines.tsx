import { type KeyboardEvent, useState } from 'react';
import type { PointedLine } from './pointing.ts';

interface FileLinesProps {
  lines: readonly PointedLine[];
  label: string;
  onPoint: (at: number, index: number) => void;
}

/** The lines of a file, whose texts can be pressed. One is reached by Tab, the others by the arrow keys. */
export function FileLines({ lines, label, onPoint }: FileLinesProps) {
  const [active, setActive] = useState('0 0');

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const all = [...event.currentTarget.querySelectorAll('button')];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the presses
    <div className="max-h-72 overflow-y-auto border-2 border-edge bg-sheet" onKeyDown={onKeyDown}>
      <ol aria-label={label}>
        {lines.map(({ page, line, cells }, at) => (
          <li
            className={`flex flex-wrap gap-x-2 ${line === 1 && page > 1 ? 'border-t-2 border-line' : ''}`}
            key={`${page} ${line}`}
          >
            {cells.map(({ text, left }, index) => {
              const key = `${at} ${index}`;
              return (
                <button
                  className="min-h-9 px-2 text-left text-sm wrap-anywhere hover:bg-well focus-visible:-outline-offset-3 pointer-coarse:min-h-11"
                  key={left}
                  onClick={() => onPoint(at, index)}
                  onFocus={() => setActive(key)}
                  tabIndex={key === active ? 0 : -1}
                  type="button"
                >
                  {text}
                </button>
              );
            })}
          </li>
        ))}
      </ol>
    </div>
  );
}
