import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { countOf } from '../frame/count-of.ts';
import { SearchBox } from '../frame/search-box.tsx';

interface FoundCountProps {
  search: string;
  onSearch: (words: string) => void;
  /** How many fit the search, and of how many that are read. */
  found: number;
  read: number;
  /** Whether the server has more than was read. */
  hasMore: boolean;
  one: string;
  many: string;
  /** Said when nothing fits. */
  noMatch: string;
}

/** The search of a list of the store, how many it found, and a way back when that is nothing. */
export function FoundCount({
  search,
  onSearch,
  found,
  read,
  hasMore,
  one,
  many,
  noMatch,
}: FoundCountProps) {
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <search className="min-w-0 basis-96">
          <SearchBox label={`Search ${many}`} onChange={onSearch} value={search} />
        </search>
        <p className="text-sm text-steel" role="status">
          {hasMore ? `${found} of more than ${read} ${many}` : countOf(found, read, one, many)}
        </p>
      </div>
      {found === 0 && !hasMore && (
        <EmptyState
          action={
            <Button onClick={() => onSearch('')} variant="secondary">
              Show all
            </Button>
          }
          title={noMatch}
        />
      )}
    </>
  );
}
