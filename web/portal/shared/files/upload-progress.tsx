import { t } from '#contract/text/languages.ts';
import { Progress } from '#web/ui/progress.tsx';

interface UploadProgressProps {
  /** From `useUpload`; null while nothing is sent. */
  percent: number | null;
  /** The file's name. */
  name: string;
  onCancel: () => void;
}

/** The progress of an upload, with a Cancel button. */
export function UploadProgress({ percent, name, onCancel }: UploadProgressProps) {
  if (percent === null) return null;
  return <Progress label={`${stageOf(percent)} ${name}`} onCancel={onCancel} value={percent} />;
}

function stageOf(percent: number): string {
  if (percent === 0) return t('Waiting to upload', 'Esperando para subir');
  return percent < 100 ? t('Uploading', 'Subiendo') : t('Storing', 'Guardando');
}
