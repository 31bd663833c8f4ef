import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import {
  createImport,
  type ImportEdit,
  type ImportKind,
  type ImportPreview,
  type ImportResult,
  previewImport,
} from '#contract/import.ts';
import { imports as messages } from '#contract/messages/import.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { errorMessage } from '../shared/error-messages.ts';
import { useUpload } from '../shared/files/use-upload.ts';
import { useConfirmedCall } from '../shared/records/use-confirmed-call.tsx';

/** How the file is read; '' lets the server choose. */
export interface Reading {
  sheet: string;
  /** The field of each column, separated by commas. */
  mapping: string;
  encoding: string;
  /** The corrections of this preview. */
  edits: readonly ImportEdit[];
}

export const wholeFile: Reading = { sheet: '', mapping: '', encoding: '', edits: [] };

interface ImportState {
  file: File | null;
  reading: Reading;
  preview: ImportPreview | null;
  /** Counts of a finished import. */
  done: {
    message: string;
    counts: Record<ImportResult, number>;
    new_user_ids: readonly number[];
  } | null;
  error: string | null;
}

const nothing: ImportState = {
  file: null,
  reading: wholeFile,
  preview: null,
  done: null,
  error: null,
};

/** A file on its way into the database: chosen, checked, imported. */
export function useImport(kind: ImportKind) {
  const client = useQueryClient();
  const [state, setState] = useState(nothing);
  const checking = useUpload(previewImport);
  const storing = useUpload(createImport);
  const { run, dialog } = useConfirmedCall();
  const latest = useRef(0);
  const running = useRef<Promise<unknown>>(Promise.resolve());
  const change = (part: Partial<ImportState>) => setState((old) => ({ ...old, ...part }));

  /** Checks a file; a later check replaces an earlier one. */
  async function check(file: File, reading: Reading, error: string | null = null): Promise<void> {
    latest.current += 1;
    const own = latest.current;
    change({ file, reading, done: null, error });
    checking.cancel();
    const start = () =>
      own === latest.current
        ? checking.start({ params: { kind }, fields: { ...reading }, file })
        : null;
    const checked = running.current.then(start);
    // A cancelled check takes a moment to end.
    running.current = checked.catch(() => {});
    try {
      const preview = await checked;
      if (own === latest.current && preview) change({ preview });
    } catch (failure) {
      if (own !== latest.current) return;
      change({ preview: null, error: errorMessage(failure, messages.previewFailed) });
    }
  }

  async function store(): Promise<void> {
    const { file, reading, preview } = state;
    if (!file || !preview) return;
    change({ error: null });
    const fields = { ...reading, state: preview.state };
    try {
      const done = await run(() => storing.start({ params: { kind }, fields, file }));
      if (!done) return;
      setState({ ...nothing, done });
      await client.invalidateQueries();
    } catch (failure) {
      const error = errorMessage(failure, messages.importFailed);
      const isStale = failure instanceof CallError && [400, 409].includes(failure.status);
      if (isStale) await check(file, reading, error);
      else change({ error });
    }
  }

  return {
    ...state,
    check,
    store,
    reset: () => {
      latest.current += 1;
      checking.cancel();
      setState(nothing);
    },
    isChecking: checking.percent !== null,
    isStoring: storing.percent !== null,
    dialog,
  };
}
