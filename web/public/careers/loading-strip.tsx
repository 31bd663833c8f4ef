import { useNavigation } from 'react-router';
import { jobSearch } from '#contract/messages/job-search.ts';

/** Says that the next page is on its way, over whatever is shown. */
export function LoadingStrip() {
  const loading = useNavigation().state === 'loading';
  return (
    <div
      className={loading ? 'fixed inset-x-0 top-0 z-40 bg-lane py-1 text-asphalt' : 'sr-only'}
      role="status"
    >
      <p className="wrap font-display text-sm font-bold">{loading && jobSearch.loading}</p>
    </div>
  );
}
