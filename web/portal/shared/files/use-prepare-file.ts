import { t } from '#contract/text/languages.ts';
import type { FileKind } from '#contract/wire/file-kinds.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { type PreparedFile, prepareFile } from './prepared-files.ts';
import { useKnownLimit } from './use-upload-limit.ts';

/** Returns a function that checks a chosen file, and asks when its name contradicts its content. */
export function usePrepareFile(kinds: readonly FileKind[]) {
  const confirm = useConfirm();
  const knownLimit = useKnownLimit();
  const ask = (title: string) =>
    confirm({
      title,
      confirmLabel: t('Upload anyway', 'Subir de todos modos'),
      cancelLabel: t('Choose another file', 'Elegir otro archivo'),
    });
  return (file: File, onConvert?: (file: File) => void): Promise<PreparedFile> =>
    prepareFile(file, { kinds, megabytes: knownLimit(), ask, onConvert });
}
