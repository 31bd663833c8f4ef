import { useQuery } from '@tanstack/react-query';
import { uploadLimits } from '#contract/files.ts';
import { call } from '#web/lib/api.ts';

/** UPLOAD_MB as the server has it; null until it has said so. */
export function useUploadLimit(): number | null {
  const { data } = useQuery({
    queryKey: ['upload-limits'],
    queryFn: ({ signal }) => call(uploadLimits, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.upload_mb ?? null;
}
