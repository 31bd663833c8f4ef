import { t } from '#contract/text/languages.ts';
import { countOf, SearchBox } from '../shared/records/search-box.tsx';

interface FoundCountProps {
  search: string;
  onSearch: (words: string) => void;
  /** The number of matches and of loaded rows. */
  found: number;
  loaded: number;
  /** Whether the server has more rows than loaded. */
  hasMore: boolean;
  one: string;
  many: string;
}

/** The search of a store list, with the number of matches. */
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
        <SearchBox
          label={t(`Search ${many}`, `Buscar ${many}`)}
          onChange={onSearch}
          value={search}
        />
      </search>
      <p className="text-sm text-steel" role="status">
        {hasMore
          ? t(`${found} of more than ${loaded} ${many}`, `${found} de más de ${loaded} ${many}`)
          : countOf(found, loaded, one, many)}
      </p>
    </div>
  );
}
