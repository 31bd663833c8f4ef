import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query';

/**
 * Also reloads a query whose first answer is pending when it is invalidated, after that answer, which may predate the
 * change. The library itself takes that answer for the new one.
 */
export class PortalQueryClient extends QueryClient {
  override invalidateQueries<Key extends QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    for (const query of this.getQueryCache().findAll(filters)) {
      const { state, queryKey, promise } = query;
      if (state.data !== undefined || state.fetchStatus !== 'fetching') continue;
      const again = () => void super.invalidateQueries({ queryKey, exact: true });
      promise?.then(again, () => undefined);
    }
    return super.invalidateQueries(filters, options);
  }
}
