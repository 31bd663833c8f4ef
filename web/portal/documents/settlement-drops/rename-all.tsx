import { useId, useState } from 'react';
import { settlementDrops as messages } from '#contract/messages/settlement-drops.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { usDay } from '../../shared/us-dates.ts';

const dayMs = 86_400_000;

/** The last Saturday in MM/DD/YYYY: a suggestion, because the pay week isn't stored. */
function lastSaturday(now: Date): string {
  const since = (now.getDay() + 1) % 7;
  return usDay(new Date(now.getTime() - since * dayMs).toISOString());
}

/** Gives every file of the drop one name, such as 'Settlement, week ending 11/14/2026'. */
export function RenameAll({ onRename }: { onRename: (name: string | undefined) => void }) {
  const [name, setName] = useState(() => messages.weekEnding(lastSaturday(new Date())));
  const [done, setDone] = useState('');
  const hint = useId();
  const rename = (to: string | undefined) => {
    onRename(to);
    setDone(to === undefined ? messages.ownNames : messages.renamed);
  };
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <Field className="min-w-0 flex-1 basis-64" label="Name for all files" name="name_for_all">
        <Input
          aria-describedby={hint}
          autoComplete="off"
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
          value={name}
        />
      </Field>
      <Button
        disabled={name.trim() === ''}
        onClick={() => rename(name.trim())}
        size="sm"
        variant="secondary"
      >
        Rename all
      </Button>
      <Button onClick={() => rename(undefined)} size="sm" variant="quiet">
        Use the files' own names
      </Button>
      <p className="w-full text-sm text-steel" id={hint} role="status">
        {done || messages.nameHint}
      </p>
    </div>
  );
}
