import { useCurrentUser } from '../frame/current-user.data.ts';

/** UPLOAD_MB as the server has it; null until it has said so. */
export function useUploadLimit(): number | null {
  return useCurrentUser(true).data?.upload_mb ?? null;
}
