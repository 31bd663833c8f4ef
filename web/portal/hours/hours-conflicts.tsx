import { rooms as words } from '#contract/messages/rooms.ts';
import { Button } from '#web/ui/button.tsx';
import { disputedKeys, type Edits, type HoursKey, hoursLabels } from './hours-edits.ts';

interface HoursConflictsProps {
  edits: Edits;
  nameOf: (id: number) => string;
  onChoose: (id: number, key: HoursKey, mine: boolean) => void;
}

/** Cells that two admins have changed: both values, and a choice for each. */
export function HoursConflicts({ edits, nameOf, onChoose }: HoursConflictsProps) {
  const cells = Object.entries(edits).flatMap(([id, edit]) =>
    disputedKeys(edit).map((key) => ({
      id: Number(id),
      key,
      theirs: edit.current?.[key] ?? 0,
      mine: edit.typed[key] ?? '',
    })),
  );
  if (cells.length === 0) return null;
  return (
    <section
      aria-label="Changed by somebody else"
      className="border-l-4 border-danger bg-danger-wash px-4 py-3"
    >
      <p className="font-semibold text-danger">{words.hoursDecide}</p>
      <ul className="mt-2 grid gap-2 text-sm">
        {cells.map(({ id, key, theirs, mine }) => {
          const cell = `${hoursLabels[key]} of ${nameOf(id)}`;
          return (
            <li
              className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-sheet px-3 py-2"
              key={cell}
            >
              <span className="min-w-0 flex-1 basis-48 font-semibold">{cell}</span>
              <span className="tabular-nums">
                Saved now <strong>{theirs}</strong>, yours <strong>{mine}</strong>
              </span>
              <span className="flex flex-wrap gap-2">
                <Button
                  aria-label={`Take ${theirs} for ${cell}`}
                  onClick={() => onChoose(id, key, false)}
                  size="sm"
                  variant="secondary"
                >
                  Take {theirs}
                </Button>
                <Button
                  aria-label={`Keep ${mine} for ${cell}`}
                  onClick={() => onChoose(id, key, true)}
                  size="sm"
                  variant="secondary"
                >
                  Keep {mine}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
