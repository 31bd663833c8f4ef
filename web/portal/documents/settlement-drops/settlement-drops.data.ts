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
import { call } from '#web/lib/api.ts';
import { documentsKey } from '../../shared/documents/documents.data.ts';

/** Apart from the documents, which are asked for whenever something happens: a drop that has just been published is gone. */
const keyOf = (id: number | null) => ['settlement-drop', id] as const;

/** Drops with files that wait to be published, newest first. */
export function useWaitingDrops() {
  return useQuery({
    queryKey: [...documentsKey, 'drops'],
    queryFn: ({ signal }) => call(listDrops, {}, { signal }),
  });
}

/** A drop with its files; asks nothing without an id. */
export function useDrop(id: number | null) {
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(getDrop, { params: { id: id ?? 0 } }, { signal }),
    enabled: id !== null,
  });
}

/** Reads a drop again, with the people: either may be why something was refused. */
export function useReloadDrop(): (id: number) => Promise<void> {
  const client = useQueryClient();
  return async (id) => {
    await Promise.all([
      client.invalidateQueries({ queryKey: keyOf(id) }),
      client.invalidateQueries({ queryKey: ['users'] }),
    ]);
  };
}

/** Reads again what waits, and the documents. */
export function useReloadWaiting(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: documentsKey });
}

/** Puts a file that has just arrived into the drop on the screen. */
export function usePutFile(): (dropId: number, file: DropFile) => Promise<void> {
  const client = useQueryClient();
  return async (dropId, file) => {
    const queryKey = keyOf(dropId);
    // What was asked for before the file was stored would take it off the screen again.
    const isAsking = client.isFetching({ queryKey }) > 0;
    if (isAsking) await client.cancelQueries({ queryKey });
    client.setQueryData<Drop>(queryKey, (drop) => {
      const others = drop?.files.filter(({ drop_file_id }) => drop_file_id !== file.drop_file_id);
      return drop && others && { ...drop, files: [...others, file] };
    });
    if (isAsking) await client.invalidateQueries({ queryKey });
  };
}

/** Takes a file out of its drop. */
export function useRemoveFile(dropId: number) {
  const reload = useReloadDrop();
  return useMutation({
    mutationFn: (id: number) => call(removeDropFile, { params: { id } }),
    onSettled: () => reload(dropId),
  });
}

/** Discards a drop. */
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

/** Publishes files of a drop. */
export function usePublishDrop() {
  const reload = useReloadWaiting();
  return useMutation({
    mutationFn: ({ dropId, entries, idempotencyKey }: Publication) =>
      call(publishDrop, { params: { id: dropId }, body: { entries } }, { idempotencyKey }),
    onSettled: reload,
  });
}
