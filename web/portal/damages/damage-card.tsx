import { useState } from 'react';
import type { Damage } from '#contract/damages.ts';
import { damages as text } from '#contract/messages/damages.ts';
import { dollars } from '#web/lib/dollars.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Facts } from '../frame/facts.tsx';
import { usCalendarDay } from '../frame/us-dates.ts';

interface DamageCardProps {
  damage: Damage;
  /** Changes it, or shows it to who may not. */
  onOpen: () => void;
  /** Null for who may not. */
  onDelete: (() => void) | null;
  deleting: boolean;
}

/** One damage as the report shows it. */
export function DamageCard({ damage, onOpen, onDelete, deleting }: DamageCardProps) {
  const name = `damage ${damage.damage_id}`;
  return (
    <Card
      aside={<span className="display shrink-0 pt-1 text-lg">{dollars(damage.damage_amount)}</span>}
      className="h-full"
      footer={
        onDelete ? (
          <>
            <Button aria-label={`Edit ${name}`} onClick={onOpen} size="sm" variant="quiet">
              Edit
            </Button>
            <Button
              aria-label={`Delete ${name}`}
              busy={deleting}
              className="text-danger!"
              onClick={onDelete}
              size="sm"
              variant="quiet"
            >
              Delete
            </Button>
          </>
        ) : (
          <Button aria-label={`View ${name}`} onClick={onOpen} size="sm" variant="quiet">
            View
          </Button>
        )
      }
      level={2}
      title={<span className="wrap-anywhere">{damage.driver_name}</span>}
    >
      <Facts
        rows={[
          ['Damage ID', damage.damage_id],
          ['Employee', damage.employee_name || text.unknownEmployee],
          [
            'Date',
            <time className="tabular-nums" dateTime={damage.damage_date} key="date">
              {usCalendarDay(damage.damage_date)}
            </time>,
          ],
        ]}
      />
      <Description text={damage.damage_description} />
    </Card>
  );
}

/** Longer than this it is cut until somebody asks for the rest. */
const long = { characters: 280, lines: 6 };

function Description({ text: words }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const cut = words.length > long.characters || words.split('\n').length > long.lines;
  return (
    <div className="border-t border-line pt-2 text-sm">
      <p className={`whitespace-pre-line wrap-anywhere ${cut && !whole ? 'line-clamp-6' : ''}`}>
        {words}
      </p>
      {cut && (
        <button
          aria-expanded={whole}
          className="text-link inline-flex min-h-9 items-center pointer-coarse:min-h-11"
          onClick={() => setWhole(!whole)}
          type="button"
        >
          {whole ? 'Show less' : 'Show all of it'}
        </button>
      )}
    </div>
  );
}
