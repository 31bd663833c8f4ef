import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Document, DocumentKind } from '#contract/documents.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import {
  copyUrl,
  hasRoom,
  type KeptFile,
  keepFile,
  listKeptFiles,
  removeKeptFile,
} from '#web/lib/kept-files.ts';
import { readSession, useSession } from '#web/lib/session.ts';

/** The files on this device by their keys, and what changes them; null where no service worker can open them. */
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
  const reload = () => client.invalidateQueries({ queryKey });
  return {
    byKey: new Map(files.map((file) => [file.key, file])),
    copyOf: (key: string) =>
      files.some((file) => file.key === key) ? copyUrl(userId, key) : undefined,
    /** Downloads a file; rejects with a sentence for the user. */
    async keep({ file_path, size }: Document, url: string | null): Promise<void> {
      if (!hasRoom(files, size)) throw new Error(messages.noRoom);
      try {
        if (url === null) throw new Error('The file has no link.');
        const response = await fetch(url);
        if (response.status !== 200) throw new Error(`The server answered ${response.status}.`);
        // A logout while it was downloaded has wiped the device.
        if (readSession().userId !== userId) return;
        await keepFile(userId, file_path, response, true);
      } catch (error) {
        throw new Error(messages.keepFailed, { cause: error });
      }
      await reload();
    },
    async remove(key: string): Promise<void> {
      await removeKeptFile(userId, key);
      await reload();
    },
  };
}

export type KeptFiles = NonNullable<ReturnType<typeof useKeptFiles>>;

/** Those of a kind that the server no longer lists. */
export function keysGone(
  kept: readonly Pick<KeptFile, 'key'>[],
  kind: DocumentKind,
  list: readonly Pick<Document, 'file_path'>[],
): string[] {
  const listed = new Set(list.map(({ file_path }) => file_path));
  return kept.map(({ key }) => key).filter((key) => key.startsWith(`${kind}/`) && !listed.has(key));
}

/** Removes the copies of files that the server's own answer no longer lists. */
export function useRemoveGone(
  kept: KeptFiles | null,
  kind: DocumentKind,
  list: readonly Document[] | null,
): void {
  const gone = kept && list ? keysGone([...kept.byKey.values()], kind, list) : [];
  const remove = kept?.remove;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are compared by their text
  useEffect(() => {
    for (const key of gone) void remove?.(key);
  }, [gone.join()]);
}
