import { isSameLine } from '#contract/text/text-match.ts';
import type { User } from '#contract/users.ts';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/select.tsx';
import { everyone, type PeopleFilter, valuesOf } from './user-names.ts';

/** The people of the newest file. */
export interface LastTime {
  fileName: string;
  userIds: readonly number[];
}

interface PeopleFiltersProps {
  people: readonly User[];
  filter: PeopleFilter;
  onChange: (filter: PeopleFilter) => void;
  /** The label of the checklist. */
  label: string;
}

/** Filters by department and position, if people have different ones. */
export function UserFilters({ people, filter, onChange, label }: PeopleFiltersProps) {
  function change(part: Partial<PeopleFilter>) {
    const next = { ...filter, ...part };
    const isEveryone = Object.values(next).every((value) => value === '');
    onChange(isEveryone ? everyone : next);
  }
  return (['department', 'position'] as const).map((key) => {
    const values = valuesOf(people, key);
    const [first] = values;
    // Everyone has the same.
    if (people.every((person) => isSameLine(person[key], first ?? ''))) return null;
    return (
      <Select
        aria-label={`${key === 'department' ? 'Department' : 'Position'}: ${label}`}
        className="w-auto! min-w-44 flex-1"
        key={key}
        name={`people_${key}`}
        onChange={(event) => change({ [key]: event.target.value })}
        options={values}
        placeholder={key === 'department' ? 'All departments' : 'All positions'}
        value={filter[key]}
      />
    );
  });
}

interface PeopleShortcutsProps {
  people: readonly User[];
  shown: readonly User[];
  isFiltered: boolean;
  chosen: readonly number[];
  onChange: (ids: number[]) => void;
  lastTime: LastTime | undefined;
}

/** Chooses everyone shown, or the people of the newest file. */
export function PeopleShortcuts({
  people,
  shown,
  isFiltered,
  chosen,
  onChange,
  lastTime,
}: PeopleShortcutsProps) {
  const open = new Set(people.map(({ user_id }) => user_id));
  const last = lastTime?.userIds.filter((id) => open.has(id)) ?? [];
  return (
    <>
      {isFiltered && shown.length > 0 && (
        <Button
          onClick={() =>
            onChange([...new Set([...chosen, ...shown.map(({ user_id }) => user_id)])])
          }
          size="sm"
          variant="secondary"
        >
          Choose all {shown.length} shown
        </Button>
      )}
      {lastTime && last.length > 0 && (
        <Button
          aria-label={`Same as last time: the people of ${lastTime.fileName}`}
          onClick={() => onChange([...last])}
          size="sm"
          title={`The people of ${lastTime.fileName}`}
          variant="secondary"
        >
          Same as last time ({last.length})
        </Button>
      )}
    </>
  );
}
