import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createFormat,
  type FormatInput,
  listDropFileLines,
  listFormats,
  type SettlementFormat,
  tryFormat,
  updateFormat,
} from '#contract/settlement-formats.ts';
import { call } from '#web/lib/api/api.ts';
import { documentsKey } from '../../shared/live/live-keys.ts';
import type { SaveTarget } from '../../shared/records/use-record-form.ts';

/** Below `documentsKey`: another admin's change reloads it. */
export const formatsKey = [...documentsKey, 'formats'] as const;

/** The formats by name. */
export function useFormats() {
  return useQuery({
    queryKey: formatsKey,
    queryFn: ({ signal }) => call(listFormats, {}, { signal }),
  });
}

/** The lines of a file in a drop, which never change; disabled without a file. */
export function useFileLines(id: number | null) {
  return useQuery({
    queryKey: ['settlement-lines', id],
    queryFn: ({ signal }) => call(listDropFileLines, { params: { id: id ?? 0 } }, { signal }),
    enabled: id !== null,
    staleTime: Infinity,
  });
}

/** What a format that isn't saved yet would read in a file. */
export function useTry(drop_file_id: number, format: FormatInput) {
  return useQuery({
    queryKey: ['settlement-try', drop_file_id, format],
    queryFn: ({ signal }) => call(tryFormat, { body: { drop_file_id, format } }, { signal }),
  });
}

export function saveFormat(
  body: FormatInput,
  { record, idempotencyKey }: SaveTarget<SettlementFormat>,
): Promise<{ message: string }> {
  if (record === null) return call(createFormat, { body }, { idempotencyKey });
  const params = { id: record.format_id };
  return call(updateFormat, { params, body: { ...body, version: record.version } });
}

/** Reads the files of drops again after a format has changed. */
export function useReloadFindings(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['settlement-drop'] });
}
