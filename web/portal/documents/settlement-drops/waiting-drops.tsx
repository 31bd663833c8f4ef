import { Button } from '#web/ui/button.tsx';
import { usDay } from '../../shared/us-dates.ts';
import { filesWait } from './drop-labels.ts';
import { useWaitingDrops } from './settlement-drops.data.ts';

interface WaitingDropsProps {
  /** The drop on the screen. */
  shown: number | null;
  onOpen: (dropId: number) => void;
}

/** Unpublished drops, each with a button to continue. */
export function WaitingDrops({ shown, onOpen }: WaitingDropsProps) {
  const drops = useWaitingDrops().data?.filter(({ drop_id }) => drop_id !== shown) ?? [];
  if (drops.length === 0) return null;
  return (
    <ul className="border-l-4 border-lane pl-4">
      {drops.map(({ drop_id, waiting, made_by, created_at }) => (
        <li className="flex flex-wrap items-center gap-x-3" key={drop_id}>
          <span>
            {filesWait(waiting)}{' '}
            <span className="text-sm text-steel">
              {made_by}, <time dateTime={created_at}>{usDay(created_at)}</time>
            </span>
          </span>
          <Button
            aria-label={`Continue the drop of ${made_by}, ${usDay(created_at)}`}
            onClick={() => onOpen(drop_id)}
            size="sm"
            variant="secondary"
          >
            Continue
          </Button>
        </li>
      ))}
    </ul>
  );
}
