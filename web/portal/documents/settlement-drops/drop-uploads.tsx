import { documents as messages } from '#contract/messages/documents.ts';
import { failureCause } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from '../../shared/error-messages.ts';
import { UploadProgress } from '../../shared/files/upload-progress.tsx';
import type { DropUpload } from './use-drop-uploads.ts';

interface DropUploadsProps {
  queue: readonly DropUpload[];
  onRetry: (ids: readonly string[]) => void;
  onCancel: (ids: readonly string[]) => void;
}

/** The uploads of a drop: progress, waiting files and failures. */
export function DropUploads({ queue, onRetry, onCancel }: DropUploadsProps) {
  if (queue.length === 0) return null;
  const waiting = queue.filter(({ state }) => state === 'waiting');
  const failed = queue.filter(({ state }) => state === 'failed');
  const refused = queue.filter(({ state }) => state === 'refused');
  const cause = failed.map(({ error }) => failureCause(error)).find((text) => text !== null);
  const idsOf = (entries: readonly DropUpload[]) => entries.map(({ id }) => id);
  return (
    <section aria-label="Uploads" className="grid gap-3 border-l-4 border-lane pl-4">
      {queue
        .filter(({ state }) => state === 'sending')
        .map(({ id, file, percent }) => (
          <UploadProgress
            key={id}
            name={file.name}
            onCancel={() => onCancel([id])}
            percent={percent}
          />
        ))}
      {waiting.length > 0 && (
        <p className="flex flex-wrap items-center justify-between gap-3 text-sm">
          {waiting.length === 1 ? '1 more file waits.' : `${waiting.length} more files wait.`}
          <Button onClick={() => onCancel(idsOf(waiting))} size="sm" variant="quiet">
            Cancel the rest
          </Button>
        </p>
      )}
      {failed.length > 0 && (
        <div role="alert">
          <p className="flex flex-wrap items-center justify-between gap-3 font-semibold text-danger">
            {failed.length === 1
              ? "1 file isn't confirmed."
              : `${failed.length} files aren't confirmed.`}
            {failed.length > 1 && (
              <Button onClick={() => onRetry(idsOf(failed))} size="sm" variant="secondary">
                Retry all
              </Button>
            )}
          </p>
          {cause && <p className="text-sm">{cause}</p>}
          <Problems entries={failed} onCancel={onCancel} onRetry={onRetry} />
        </div>
      )}
      {refused.length > 0 && (
        <div role="alert">
          <p className="font-semibold text-danger">
            {refused.length === 1
              ? "1 file isn't accepted."
              : `${refused.length} files aren't accepted.`}
          </p>
          <Problems entries={refused} onCancel={onCancel} />
        </div>
      )}
    </section>
  );
}

interface ProblemsProps {
  entries: readonly DropUpload[];
  onCancel: (ids: readonly string[]) => void;
  /** Omitted when a retry would fail the same way. */
  onRetry?: (ids: readonly string[]) => void;
}

function Problems({ entries, onCancel, onRetry }: ProblemsProps) {
  return (
    <ul>
      {entries.map(({ id, file, error }) => (
        <li className="flex flex-wrap items-center gap-x-3 py-1 text-sm" key={id}>
          <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
            <b>{file.name}</b>: {errorMessage(error, messages.uploadFailed)}
          </span>
          {onRetry && (
            <Button
              aria-label={`Retry ${file.name}`}
              onClick={() => onRetry([id])}
              size="sm"
              variant="secondary"
            >
              Retry
            </Button>
          )}
          <Button
            aria-label={`Leave out ${file.name}`}
            onClick={() => onCancel([id])}
            size="sm"
            variant="quiet"
          >
            Leave out
          </Button>
        </li>
      ))}
    </ul>
  );
}
