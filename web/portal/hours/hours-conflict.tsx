import { Button } from '#web/ui/button.tsx';

interface HoursConflictProps {
  /** What the cell is called, for example 'PTO Hours of Rosa Vega'. */
  cell: string;
  theirs: number;
  mine: string;
  onChoose: (mine: boolean) => void;
}

/** The choice under a cell that somebody else has changed too: the saved value or the typed one. */
export function HoursConflict({ cell, theirs, mine, onChoose }: HoursConflictProps) {
  return (
    <fieldset
      aria-label={`${cell}: changed by someone else`}
      className="mt-2 grid w-24 gap-2 border-l-4 border-danger bg-danger-wash p-2 text-xs sm:w-36"
      data-conflict
    >
      <p>
        Saved now <strong>{theirs}</strong>, yours <strong>{mine}</strong>
      </p>
      <Button
        aria-label={`Take ${theirs} for ${cell}`}
        onClick={() => onChoose(false)}
        size="sm"
        variant="secondary"
      >
        Take {theirs}
      </Button>
      <Button
        aria-label={`Keep ${mine} for ${cell}`}
        onClick={() => onChoose(true)}
        size="sm"
        variant="secondary"
      >
        Keep {mine}
      </Button>
    </fieldset>
  );
}
