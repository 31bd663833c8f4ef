import { periodText } from '#contract/filters/files.ts';
import { settlementFormats as messages } from '#contract/messages/settlement-formats.ts';
import { dollars } from '#contract/rules/dollars.ts';
import type { DropFile } from '#contract/settlement-drops.ts';
import type { FormatInput } from '#contract/settlement-formats.ts';
import { Badge } from '#web/ui/badge.tsx';
import { errorMessage } from '../../shared/error-messages.ts';
import { useTry } from './settlement-formats.data.ts';

interface FormatTriesProps {
  files: readonly DropFile[];
  /** Null while it doesn't say where the driver stands. */
  format: FormatInput | null;
}

/** More are read when the format is saved. */
const maxTries = 5;

/** What a format would read in the first files of a drop, before it is saved. */
export function FormatTries({ files, format }: FormatTriesProps) {
  const tried = files.slice(0, maxTries);
  if (!format || tried.length === 0) return null;
  const more = files.length - tried.length;
  return (
    <section aria-label="What is read" className="border-l-4 border-lane pl-4">
      <h4 className="font-display font-semibold">What this format reads</h4>
      <ul aria-live="polite">
        {tried.map((file) => (
          <TryRow file={file} format={format} key={file.drop_file_id} />
        ))}
      </ul>
      {more > 0 && <p className="text-sm text-steel">And {more} more once it is saved.</p>}
    </section>
  );
}

function TryRow({ file, format }: { file: DropFile; format: FormatInput }) {
  const { data, error } = useTry(file.drop_file_id, format);
  return (
    <li className="py-1 text-sm wrap-anywhere">
      <span className="text-steel">{file.file_name}: </span>
      {data && (
        <>
          <b>{data.payee ?? 'no driver'}</b>{' '}
          {data.user_id !== null && <Badge tone="success">one account</Badge>}{' '}
          {[
            data.net_pay !== null && dollars(data.net_pay),
            data.period_to !== null && periodText(data),
          ]
            .filter(Boolean)
            .join(', ')}
          {data.problems.map((problem) => (
            <span className="block" key={problem}>
              {problem}
            </span>
          ))}
        </>
      )}
      {!data && (error ? errorMessage(error, messages.tryFailed) : 'Reading…')}
    </li>
  );
}
