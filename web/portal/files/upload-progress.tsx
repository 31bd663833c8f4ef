import { Progress } from '#web/ui/progress.tsx';

interface UploadProgressProps {
  /** Of what `useUpload` sends; null while nothing is sent. */
  percent: number | null;
  /** The file's name. */
  name: string;
  onCancel: () => void;
}

/** How much of a file has gone out, with a way to stop it. */
export function UploadProgress({ percent, name, onCancel }: UploadProgressProps) {
  if (percent === null) return null;
  const label = percent < 100 ? `Uploading ${name}` : `Storing ${name}`;
  return <Progress label={label} onCancel={onCancel} value={percent} />;
}
