import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  type Drop,
  type DropFile,
  discardDrop,
  getDrop,
  listDrops,
  publishDrop,
  removeDropFile,
} from '#contract/settlement-drops.ts';
import { call } from '#web/lib/api/api.ts';
import { documentsKey } from '../../shared/live/live-keys.ts';

/** Not below `documentsKey`: a live update must not reload a drop that was just published. */
const keyOf = (id: number | null) => ['settlement-drop', id] as const;

/** Drops with unpublished files, newest first. */
export function useWaitingDrops() {
  return useQuery({
    queryKey: [...documentsKey, 'drops'],
    queryFn: ({ signal }) => call(listDrops, {}, { signal }),
  });
}

/** The files of a drop; disabled without an id. */
export function useDropFiles(id: number | null) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(getDrop, { params: { id: id ?? 0 } }, { signal }),
    enabled: id !== null,
    select: ({ files }) => files,
  });
}

/** Reloads a drop and the people: either may be why a call failed. */
export function useReloadDrop(): (id: number) => Promise<void> {
  const client = useQueryClient();
  return async (id) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: keyOf(id) }),
      client.invalidateQueries({ queryKey: ['users'] }),
    ]);
  };
}

/** Reloads the waiting drops and the documents. */
export function useReloadWaiting(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: documentsKey });
}

/** Adds a stored file to the drop on the screen. */
export function usePutFile(): (dropId: number, file: DropFile) => Promise<void> {
  const client = useQueryClient();
  return async (dropId, file) => {
    const queryKey = keyOf(dropId);
    // A reply from before the file was stored would remove it from the screen again.
    const isReloading = client.isFetching({ queryKey }) > 0;
    if (isReloading) await client.cancelQueries({ queryKey });
    client.setQueryData<Drop>(queryKey, (drop) => {
      const others = drop?.files.filter(({ drop_file_id }) => drop_file_id !== file.drop_file_id);
      return drop && others && { ...drop, files: [...others, file] };
    });
    if (isReloading) await client.invalidateQueries({ queryKey });
  };
}

export function useRemoveFile(dropId: number) {
  const reload = useReloadDrop();
  return useMutation({
    mutationFn: (id: number) => call(removeDropFile, { params: { id } }),
    onSettled: () => reload(dropId),
  });
}

export function useDiscardDrop() {
  const reload = useReloadWaiting();
  return useMutation({
    mutationFn: (id: number) => call(discardDrop, { params: { id } }),
    onSettled: reload,
  });
}

interface Publication {
  dropId: number;
  entries: { drop_file_id: number; user_id: number; file_name?: string }[];
  idempotencyKey: string;
}

export function usePublishDrop() {
  const reload = useReloadWaiting();
  return useMutation({
    mutationFn: ({ dropId, entries, idempotencyKey }: Publication) =>
      call(publishDrop, { params: { id: dropId }, body: { entries } }, { idempotencyKey }),
    onSettled: reload,
  });
}
