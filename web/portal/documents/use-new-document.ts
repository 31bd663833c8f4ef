import { useRef, useState } from 'react';
import type { DocumentKind, documentCalls } from '#contract/documents.ts';
import type { uploadEmployeeFile } from '#contract/employee-files.ts';
import { useUpload } from '../files/use-upload.ts';
import { hush, say } from '../frame/say.tsx';
import { tokenFault } from '../frame/token-fault.ts';
import { faultsOf, fieldFaults, focusFirstFault, isAtField, without } from './document-check.ts';
import type { DocumentValues } from './document-fields.tsx';

const blank: DocumentValues = { file: null, file_name: '', user_ids: [], acknowledge: 0 };

interface NewDocument {
  call: (typeof documentCalls)[DocumentKind]['upload'] | typeof uploadEmployeeFile;
  peopleRequired: boolean;
  /** Reads the lists again. */
  reload: () => Promise<unknown>;
}

/** A form that stores a file and hands it out: what was typed stays until it is stored. */
export function useNewDocument({ call, peopleRequired, reload }: NewDocument) {
  const form = useRef<HTMLFormElement>(null);
  const { start, cancel, percent } = useUpload(call);
  const [values, setValues] = useState(blank);
  const [round, setRound] = useState(0);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [cancelled, setCancelled] = useState(false);

  async function send() {
    hush();
    setFailure(null);
    setCancelled(false);
    const faults = faultsOf(values, { isNew: true, peopleRequired });
    setErrors(faults);
    if (Object.keys(faults).length > 0) return focusFirstFault(form.current);
    const fault = tokenFault();
    if (fault) return say(fault, 'error');
    const { file, ...fields } = values;
    try {
      const reply = await start({ fields, file });
      if (reply === null) return setCancelled(true);
      setValues(blank);
      setRound(round + 1);
      say(reply.message);
    } catch (error) {
      setFailure(error);
      setErrors(fieldFaults(error));
      focusFirstFault(form.current);
    }
    // Also when it was refused: one of the people may have gone.
    await reload();
  }

  return {
    form,
    values,
    /** Counts the forms that were stored, so that the file input is a new one. */
    round,
    errors,
    /** What went wrong and stands beside no field; null when nothing did. */
    failure: isAtField(failure) ? null : failure,
    cancelled,
    /** Null when nothing is being sent. */
    percent,
    cancel,
    change(part: Partial<DocumentValues>) {
      setValues((old) => ({ ...old, ...part }));
      setErrors((old) => without(old, Object.keys(part)));
    },
    send,
  };
}
