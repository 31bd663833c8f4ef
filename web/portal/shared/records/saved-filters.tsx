import { Bookmark, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isBlank } from '#contract/text/blank-text.ts';
import { readDraft, saveDraft } from '#web/lib/drafts/drafts.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { toast } from '../toast.tsx';

interface SavedFilter {
  name: string;
  /** The query of the URL, sorted. */
  query: string;
}

interface SavedFiltersProps {
  list: 'inquiries' | 'applications' | 'claims' | 'damages';
  /** The URL parameter of the open record, which isn't part of a filter. */
  param: string;
  /** Shown before them. */
  children?: ReactNode;
}

/** Filters, layout and order of a list under a name, on this device. Stored as a draft: they go with a logout, and 14 days after the list was last open. */
export function SavedFilters({ list, param, children }: SavedFiltersProps) {
  const [params, setParams] = useSearchParams();
  const [saved, change] = useSavedFilters(list);
  const current = new URLSearchParams(params);
  current.delete(param);
  current.sort();
  const query = String(current);
  const apply = (next: string) => setParams(next, { replace: true, preventScrollReset: true });
  const remove = (filter: SavedFilter) => {
    const undo = () => change((filters) => [...filters, filter]);
    change((filters) => filters.filter(({ name }) => name !== filter.name));
    toast.show(`Filter ${filter.name} deleted.`, 'success', {
      label: 'Undo',
      seconds: 8,
      onPress: undo,
    });
  };
  if (!children && !query && saved.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      {children}
      {saved.length > 0 && (
        <ul aria-label="Saved filters" className="flex flex-wrap gap-2 print:hidden">
          {saved.map((filter) => {
            const isCurrent = filter.query === query;
            return (
              <li className="flex bg-well" key={filter.name}>
                <Button
                  aria-pressed={isCurrent}
                  className="wrap-anywhere"
                  onClick={() => apply(isCurrent ? '' : filter.query)}
                  size="sm"
                  variant={isCurrent ? 'secondary' : 'quiet'}
                >
                  {filter.name}
                </Button>
                <Button
                  aria-label={`Delete filter ${filter.name}`}
                  className="px-2! pointer-coarse:min-w-11"
                  onClick={() => remove(filter)}
                  size="sm"
                  variant="quiet"
                >
                  <X aria-hidden="true" className="size-4" />
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {query && (
        <SaveButton
          onSave={(name) =>
            change((filters) => [...filters.filter((one) => one.name !== name), { name, query }])
          }
        />
      )}
    </div>
  );
}

function SaveButton({ onSave }: { onSave: (name: string) => void }) {
  return (
    <div className="print:hidden">
      <Popover
        className="w-72 max-w-[calc(100vw-2rem)] p-4"
        label="Save filter"
        trigger={(attributes) => (
          <Button {...attributes} size="sm" variant="quiet">
            <Bookmark aria-hidden="true" className="size-4" />
            Save filter
          </Button>
        )}
      >
        {({ leave }) => (
          <form
            className="grid gap-3"
            onSubmit={(event: FormEvent<HTMLFormElement>) => {
              event.preventDefault();
              const name = `${new FormData(event.currentTarget).get('name')}`.trim();
              leave();
              if (!isBlank(name)) onSave(name);
            }}
          >
            <Field label="Name" name="name" required>
              {/* A popover focuses what has the attribute, which React's property of that name doesn't set. */}
              <Input
                autoComplete="off"
                maxLength={40}
                ref={(input) => input?.setAttribute('autofocus', '')}
              />
            </Field>
            <Button size="sm" type="submit">
              Save
            </Button>
          </form>
        )}
      </Popover>
    </div>
  );
}

type Change = (next: (filters: SavedFilter[]) => SavedFilter[]) => void;

function useSavedFilters(list: string): [saved: SavedFilter[], change: Change] {
  const owner = useSession().userId ?? 'visitor';
  const draft = `filters.${list}`;
  const read = () => readDraft<{ filters: SavedFilter[] }>(owner, draft)?.values.filters ?? [];
  const [saved, setSaved] = useState(read);
  useEffect(() => {
    if (saved.length > 0 || readDraft(owner, draft)) saveDraft(owner, draft, { filters: saved });
  }, [saved, owner, draft]);
  // Another tab may have saved one meanwhile.
  return [saved, (next) => setSaved(next(read()))];
}
