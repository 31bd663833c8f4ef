import { memo } from 'react';
import { settlementDrops as messages } from '#contract/messages/settlement-drops.ts';
import type { DropFile } from '#contract/settlement-drops.ts';
import type { User } from '#contract/users.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { formatSize } from '../../shared/files/file-facts.ts';
import { FileLink } from '../../shared/files/file-link.tsx';
import type { Choice } from './drop-choices.ts';
import { driverLabel, findingText } from './drop-labels.ts';

const tones = { match: 'success', doubt: 'lane', none: 'neutral' } as const;

export interface DropRowProps {
  file: DropFile;
  /** In the order of the choices. */
  people: readonly User[];
  userId: number | null;
  isIncluded: boolean;
  /** Undefined for the file's own name. */
  name: string | undefined;
  removing: boolean;
  onChoose: (fileId: number, choice: Choice) => void;
  onRemove: (file: DropFile) => void;
  onTeach: (fileId: number) => void;
}

/** An unpublished settlement with its finding and the admin's choice. */
export const DropRow = memo(function DropRow({
  file,
  people,
  userId,
  isIncluded,
  name,
  removing,
  onChoose,
  onRemove,
  onTeach,
}: DropRowProps) {
  const { drop_file_id, file_name, finding } = file;
  const suggested = file.candidates.flatMap(
    ({ user_id }) => people.find((user) => user.user_id === user_id) ?? [],
  );
  return (
    <li className="grid gap-x-5 gap-y-2 border-t border-line py-3 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start lg:grid-cols-[minmax(0,1fr)_19rem_auto]">
      <div className="min-w-0 sm:col-span-full lg:col-span-1">
        <FileLink label={file_name} path={file.file_path} presign="settlements">
          {file_name}
        </FileLink>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-steel">
          <Badge tone={tones[finding]}>{messages.found[finding]}</Badge>
          {formatSize(file.size)}
        </p>
        <p className="mt-1 text-sm wrap-anywhere">
          {findingText(file)}{' '}
          {(file.note === 'format' || file.note === 'untaught') && (
            <Button
              aria-label={`Show the format of ${file_name}`}
              onClick={() => onTeach(drop_file_id)}
              size="sm"
              variant="quiet"
            >
              Show its format
            </Button>
          )}
        </p>
        <Field
          className="mt-2"
          label={
            <>
              Name<span className="sr-only"> of {file_name}</span> for the driver
            </>
          }
          name="file_name"
        >
          <Input
            autoComplete="off"
            maxLength={200}
            onChange={(event) =>
              onChoose(drop_file_id, { userId, isIncluded, name: event.target.value })
            }
            placeholder={file_name}
            value={name ?? file_name}
          />
        </Field>
      </div>
      <Select
        aria-label={`Driver of ${file_name}`}
        name="user_id"
        onChange={({ target: { value } }) =>
          onChoose(drop_file_id, {
            userId: value === '' ? null : Number(value),
            isIncluded: value !== '',
            name,
          })
        }
        placeholder="Choose a driver"
        value={userId ?? ''}
      >
        {suggested.length > 0 && (
          <optgroup label="Suggested">
            <Drivers people={suggested} />
          </optgroup>
        )}
        <optgroup label={suggested.length > 0 ? 'Others' : 'Everyone'}>
          <Drivers people={people.filter((user) => !suggested.includes(user))} />
        </optgroup>
      </Select>
      <div className="flex items-center justify-between gap-3">
        <Checkbox
          checked={isIncluded && userId !== null}
          disabled={userId === null}
          label={
            <>
              Publish<span className="sr-only"> {file_name}</span>
            </>
          }
          name="include"
          onChange={(event) =>
            onChoose(drop_file_id, { userId, isIncluded: event.target.checked, name })
          }
        />
        <Button
          aria-label={`Remove ${file_name}`}
          busy={removing}
          className="text-danger!"
          onClick={() => onRemove(file)}
          size="sm"
          variant="quiet"
        >
          Remove
        </Button>
      </div>
    </li>
  );
});

function Drivers({ people }: { people: readonly User[] }) {
  return people.map((user) => (
    <option key={user.user_id} value={user.user_id}>
      {driverLabel(user)}
    </option>
  ));
}
