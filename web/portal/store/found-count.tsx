import { countOf, SearchBox } from '../shared/search-box.tsx';

interface FoundCountProps {
  search: string;
  onSearch: (words: string) => void;
  /** How many match, and of how many that are loaded. */
  found: number;
  loaded: number;
  /** Whether the server has more than what is loaded. */
  hasMore: boolean;
  one: string;
  many: string;
}

/** The search of a list of the store, and how many it found. */
export function FoundCount({
  search,
  onSearch,
  found,
  loaded,
  hasMore,
  one,
  many,
}: FoundCountProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
      <search className="min-w-0 basis-96">
        <SearchBox label={`Search ${many}`} onChange={onSearch} value={search} />
      </search>
      <p className="text-sm text-steel" role="status">
        {hasMore ? `${found} of more than ${loaded} ${many}` : countOf(found, loaded, one, many)}
      </p>
    </div>
  );
}
