import { useCallback, useId, useMemo, useRef, useState } from 'react';
import { documents } from '#contract/messages/documents.ts';
import { settlementDrops as messages } from '#contract/messages/settlement-drops.ts';
import type { DropFile } from '#contract/settlement-drops.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { errorMessage } from '../../shared/error-messages.ts';
import { useUsers } from '../../shared/people/users.data.ts';
import { FailedList } from '../../shared/records/failed-list.tsx';
import { FilteredList } from '../../shared/records/record-list.tsx';
import { toast } from '../../shared/toast.tsx';
import { usDay } from '../../shared/us-dates.ts';
import { type Choice, type Choices, choiceOf, summaryOf } from './drop-choices.ts';
import { driverLabel } from './drop-labels.ts';
import { DropRow } from './drop-row.tsx';
import { useRemoveFile } from './settlement-drops.data.ts';

interface DropFilesListProps {
  dropId: number;
  /** Those that need a review first. */
  files: readonly DropFile[];
  choices: Choices;
  onChoose: (made: readonly (readonly [fileId: number, choice: Choice])[]) => void;
  /** Points at the lines of a file. */
  onTeach: (fileId: number) => void;
}

/** The files of a drop with their proposed drivers. */
export function DropFilesList({ dropId, files, choices, onChoose, onTeach }: DropFilesListProps) {
  const users = useUsers();
  const people = useMemo(
    () =>
      (users.data ?? []).toSorted((one, other) =>
        driverLabel(one).localeCompare(driverLabel(other), 'en-US'),
      ),
    [users.data],
  );
  const confirm = useConfirm();
  const remove = useRemoveFile(dropId);
  const heading = useRef<HTMLHeadingElement>(null);
  const latest = useRef({ onChoose, askAndRemove });
  latest.current = { onChoose, askAndRemove };
  const choose = useCallback((fileId: number, choice: Choice) => {
    latest.current.onChoose([[fileId, choice]]);
  }, []);
  const removeFile = useCallback((file: DropFile) => {
    void latest.current.askAndRemove(file);
  }, []);

  async function askAndRemove(file: DropFile) {
    const confirmed = await confirm({
      title: 'Remove this file from the drop?',
      description: `${file.file_name} won't be published.`,
      confirmLabel: 'Remove',
      danger: true,
    });
    if (!confirmed) return;
    remove.mutate(file.drop_file_id, {
      onSuccess: () => heading.current?.focus(),
      onError: (error) => toast.show(errorMessage(error, messages.removeFailed), 'error'),
    });
  }

  return (
    <section aria-labelledby="drop-files">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6">
        <h3 className="font-display text-lg font-bold" id="drop-files" ref={heading} tabIndex={-1}>
          {files.length === 1 ? '1 file' : `${files.length} files`}
        </h3>
        <p className="font-semibold tabular-nums" role="status">
          {summaryOf(files, choices)}
        </p>
      </div>
      {users.data === undefined && users.isError && (
        <FailedList fallback={documents.fetchUsersFailed} query={users} />
      )}
      <RenameAll
        onRename={(name) =>
          onChoose(files.map((file) => [file.drop_file_id, { ...choiceOf(file, choices), name }]))
        }
      />
      <FilteredList
        className="border-b-2 border-ink"
        keyOf={({ drop_file_id }) => drop_file_id}
        resetKey={String(dropId)}
        rows={files}
      >
        {(file) => {
          const { userId, isIncluded, name } = choiceOf(file, choices);
          return (
            <DropRow
              file={file}
              isIncluded={isIncluded}
              name={name}
              onChoose={choose}
              onRemove={removeFile}
              onTeach={onTeach}
              people={people}
              removing={remove.isPending && remove.variables === file.drop_file_id}
              userId={userId}
            />
          );
        }}
      </FilteredList>
    </section>
  );
}

const dayMs = 86_400_000;

/** The last Saturday in MM/DD/YYYY: a suggestion, because the pay week isn't stored. */
function lastSaturday(now: Date): string {
  const since = (now.getDay() + 1) % 7;
  return usDay(new Date(now.getTime() - since * dayMs).toISOString());
}

/** Gives every file of the drop one name, such as 'Settlement, week ending 11/14/2026'. */
function RenameAll({ onRename }: { onRename: (name: string | undefined) => void }) {
  const [name, setName] = useState(() => messages.weekEnding(lastSaturday(new Date())));
  const [done, setDone] = useState('');
  const hint = useId();
  const rename = (to: string | undefined) => {
    onRename(to);
    setDone(to === undefined ? messages.ownNames : messages.renamed);
  };
  return (
    <div className="mb-4 flex flex-wrap items-end gap-3">
      <Field className="min-w-0 flex-1 basis-64" label="Name for all files" name="name_for_all">
        <Input
          aria-describedby={hint}
          autoComplete="off"
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
          value={name}
        />
      </Field>
      <Button
        disabled={name.trim() === ''}
        onClick={() => rename(name.trim())}
        size="sm"
        variant="secondary"
      >
        Rename all
      </Button>
      <Button onClick={() => rename(undefined)} size="sm" variant="quiet">
        Use the files' own names
      </Button>
      <p className="w-full text-sm text-steel" id={hint} role="status">
        {done || messages.nameHint}
      </p>
    </div>
  );
}
