import type { FileKind } from '#contract/wire/file-kinds.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { type PreparedFile, prepareFile } from './prepared-files.ts';
import { useKnownLimit } from './use-upload-limit.ts';

/** Returns a function that checks a chosen file, and asks when its name contradicts its content. */
export function usePrepareFile(kinds: readonly FileKind[]) {
  const confirm = useConfirm();
  const knownLimit = useKnownLimit();
  const ask = (title: string) =>
    confirm({ title, confirmLabel: 'Upload anyway', cancelLabel: 'Choose another file' });
  return (file: File, onConvert?: (file: File) => void): Promise<PreparedFile> =>
    prepareFile(file, { kinds, megabytes: knownLimit(), ask, onConvert });
}
