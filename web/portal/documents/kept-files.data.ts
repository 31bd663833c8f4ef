import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Document, DocumentKind } from '#contract/documents.ts';
import { copyUrl, listKeptFiles, removeKeptFile } from '#web/lib/device/kept-files.ts';
import { useSession } from '#web/lib/session/session.ts';

/** The files on this device, and what removes one; null where no service worker can open them. */
export function useKeptFiles() {
  const client = useQueryClient();
  const userId = useSession().userId ?? 0;
  const queryKey = ['kept-files', userId];
  const isSupported = 'caches' in window && Boolean(navigator.serviceWorker?.controller);
  const { data: files } = useQuery({
    queryKey,
    queryFn: () => listKeptFiles(userId),
    enabled: isSupported,
    networkMode: 'always',
    // Opening a file in another tab keeps it.
    refetchOnWindowFocus: 'always',
  });
  if (!isSupported || !files) return null;
  return {
    files,
    copyOf: (key: string) =>
      files.some((file) => file.key === key) ? copyUrl(userId, key) : undefined,
    async remove(key: string): Promise<void> {
      await removeKeptFile(userId, key);
      await client.invalidateQueries({ queryKey });
    },
  };
}

export type KeptFiles = NonNullable<ReturnType<typeof useKeptFiles>>;

/** Removes the copies of files that the server's own answer no longer lists. */
export function useRemoveGone(
  kept: KeptFiles | null,
  kind: DocumentKind,
  list: readonly Document[] | null,
): void {
  const listed = new Set(list?.flatMap(({ file_path, file_path_es }) => [file_path, file_path_es]));
  const gone = (list && kept ? kept.files : [])
    .map(({ key }) => key)
    .filter((key) => key.startsWith(`${kind}/`) && !listed.has(key));
  const remove = kept?.remove;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are compared by their text
  useEffect(() => {
    for (const key of gone) void remove?.(key);
  }, [gone.join()]);
}
