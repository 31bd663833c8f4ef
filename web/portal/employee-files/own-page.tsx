import { useMemo, useState } from 'react';
import type { Assignment } from '#contract/employee-files.ts';
import { employeeFiles as messages } from '#contract/messages/employee-files.ts';
import { t } from '#contract/text/languages.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { fileFacts } from '../shared/files/file-facts.ts';
import { FileLink } from '../shared/files/file-link.tsx';
import { firstRequests } from '../shared/first-requests.ts';
import { ExportMenu } from '../shared/records/export-menu.tsx';
import { LinkedItem } from '../shared/records/linked-item.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { usDay } from '../shared/us-dates.ts';
import { dueFirst } from './due-status.ts';
import { ownFilesQuery, useOwnFiles } from './own.data.ts';
import { OwnFileCard } from './own-file-card.tsx';

export const clientLoader = firstRequests((client) => [client.ensureQueryData(ownFilesQuery)]);

/** The files of the signed-in person: cards to work with, and downloads. */
export default function OwnFilesPage() {
  return (
    <>
      <PageHeader action={<ExportMenu list="employee-files" size="md" />} title={messages.title} />
      <RecordList messages={{ fetchFailed: messages.fetchFailed }} query={useOwnFiles()}>
        {(files) => <OwnFiles files={files} />}
      </RecordList>
    </>
  );
}

function OwnFiles({ files }: { files: readonly Assignment[] }) {
  const list = useSteadyOrder(files);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <section aria-labelledby="my-files" className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <h2 className="display text-xl" id="my-files">
          {messages.own}
        </h2>
        {list.length === 0 ? (
          <EmptyState title={messages.none} />
        ) : (
          <ul className="grid items-start gap-4 lg:grid-cols-2">
            {list.map((file) => (
              <LinkedItem id={file.file_id} key={file.assignment_id} param="file">
                <OwnFileCard file={file} />
              </LinkedItem>
            ))}
          </ul>
        )}
      </section>
      {list.length > 0 && <Downloads files={list} />}
    </div>
  );
}

/** Due files first. The order stays until a file is added, so that no card moves while someone works on it. */
function useSteadyOrder(files: readonly Assignment[]): Assignment[] {
  const [order, setOrder] = useState<readonly number[]>([]);
  const byId = useMemo(() => new Map(files.map((file) => [file.assignment_id, file])), [files]);
  if (files.some(({ assignment_id }) => !order.includes(assignment_id))) {
    setOrder(dueFirst(files).map(({ assignment_id }) => assignment_id));
  }
  return order.flatMap((id) => byId.get(id) ?? []);
}

/** Links to all files; closed at first on phones, where the cards already fill the screen. */
function Downloads({ files }: { files: readonly Assignment[] }) {
  const [isOpen, setOpen] = useState(() => matchMedia('(min-width: 64rem)').matches);
  return (
    <section aria-labelledby="file-downloads">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
        <h2 className="display text-xl" id="file-downloads">
          {messages.downloads}
        </h2>
        <Button
          aria-controls="downloads"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          size="sm"
          variant="secondary"
        >
          {isOpen ? messages.hideDownloads : messages.showDownloads}
        </Button>
      </div>
      <ul className="border-y-2 border-ink bg-sheet" hidden={!isOpen} id="downloads">
        {(isOpen ? files : []).map((file) => (
          <li
            className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line px-4 first:border-t-0"
            key={file.assignment_id}
          >
            <FileLink
              label={`${t('Download', 'Descargar')} ${file.file_name}`}
              path={file.file_path}
              presign="settlements"
            >
              {file.file_name}
            </FileLink>
            <span className="pb-2 text-sm text-steel tabular-nums sm:py-1">
              {fileFacts(file)}, {usDay(file.upload_date)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
