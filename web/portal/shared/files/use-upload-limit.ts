import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { uploadLimits } from '#contract/files.ts';
import { call } from '#web/lib/api/api.ts';

const limitQuery = queryOptions({
  queryKey: ['upload-limits'],
  queryFn: ({ signal }) => call(uploadLimits, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { offline: true },
});

/** The server's UPLOAD_MB; null until it is loaded. */
export function useUploadLimit(): number | null {
  return useQuery(limitQuery).data?.upload_mb ?? null;
}

/** Returns a function that waits for UPLOAD_MB; it returns null when that can't be loaded. */
export function useKnownLimit(): () => Promise<number | null> {
  const client = useQueryClient();
  return () =>
    client.ensureQueryData(limitQuery).then(
      ({ upload_mb }) => upload_mb,
      () => null,
    );
}
