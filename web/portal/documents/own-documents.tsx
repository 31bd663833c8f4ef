import { useId, useState } from 'react';
import { Link } from 'react-router';
import type { Document, DocumentKind } from '#contract/documents.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { settlementQuestions as questionMessages } from '#contract/messages/settlement-questions.ts';
import { today } from '#contract/rules/dates.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { t } from '#contract/text/languages.ts';
import { inOwnLanguage } from '#contract/text/spanish-version.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useDocuments } from '../shared/documents/documents.data.ts';
import { ConfirmRead } from '../shared/files/confirm-read.tsx';
import { LinkedItem } from '../shared/records/linked-item.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { SearchBox } from '../shared/records/search-box.tsx';
import { usDay } from '../shared/us-dates.ts';
import { byDue, byPeriod, presignOf, searched, yearToDate } from './document-labels.ts';
import { DocumentName, type OtherFile, type Video } from './document-name.tsx';
import { type KeptFiles, useKeptFiles, useRemoveGone } from './kept-files.data.ts';
import { VideoDialog } from './video-dialog.tsx';

const everything = { q: '' };
const noNames = new Map<number, string>();
/** A shorter list needs no search. */
const searchedFrom = 8;

/** The employee's own documents, unopened ones first; settlements by their periods. */
export function OwnDocuments({ kind }: { kind: DocumentKind }) {
  const [{ q: search }, setFilter] = useUrlFilter(everything);
  const query = useDocuments(kind, 'employee');
  const kept = useKeptFiles();
  const [video, setVideo] = useState<Video | null>(null);
  // What a copy of the list doesn't name may be newer than the copy.
  useRemoveGone(kept, kind, query.isFetchedAfterMount ? (query.data ?? null) : null);
  return (
    <>
      <RecordList
        emptyHint={t(
          'Files appear here when the office assigns them to you.',
          'Los archivos aparecen aquí cuando la oficina se los asigna.',
        )}
        lines={6}
        messages={messages.kinds[kind]}
        query={query}
      >
        {(list) => {
          const isPaid = kind === 'settlements';
          const shown = isPaid ? byPeriod(searched(list, search, noNames)) : list;
          const { toOpen, toConfirm, done } = byDue(shown);
          const isMixed = shown.length > done.length;
          return (
            <div className="grid gap-8">
              {isPaid && <YearToDate list={list} />}
              {isPaid && list.length > searchedFrom && (
                <search className="max-w-96 print:hidden">
                  <SearchBox
                    label={t('Search by name or period', 'Buscar por nombre o período')}
                    onChange={(q) => setFilter({ q })}
                    value={search}
                  />
                </search>
              )}
              {shown.length === 0 && <p>{messages.noMatch}</p>}
              <Part
                isDue
                kept={kept}
                kind={kind}
                list={toOpen}
                onPlay={setVideo}
                title={messages.toOpen}
              />
              <Part
                isDue
                kept={kept}
                kind={kind}
                list={toConfirm}
                onPlay={setVideo}
                title={messages.toConfirm}
              />
              <Part
                kept={kept}
                kind={kind}
                list={done}
                onPlay={setVideo}
                title={isMixed ? messages.opened : null}
              />
            </div>
          );
        }}
      </RecordList>
      {video && (
        <VideoDialog
          name={video.label}
          onClose={() => setVideo(null)}
          path={video.path}
          presign={presignOf[kind]}
        />
      )}
    </>
  );
}

/** What the settlements of this year state as net pay; nothing while none of them does. */
function YearToDate({ list }: { list: readonly Document[] }) {
  const year = today().slice(0, 4);
  const { netPay, known, all } = yearToDate(list, year);
  if (known === 0) return null;
  return (
    <p className="text-sm">
      <span className="block text-steel">{messages.yearToDate(year)}</span>
      <b className="font-display text-xl tabular-nums">{dollars(netPay)}</b>{' '}
      <span className="text-steel">{messages.fromSettlements(known, all)}</span>
    </p>
  );
}

function AskLink({ document: { file_id, file_name } }: { document: Document }) {
  return (
    <Link
      className="text-link inline-flex min-h-11 items-center text-sm print:hidden"
      to={`/settlement-questions?file=${file_id}`}
    >
      {questionMessages.ask}
      <span className="sr-only"> {t(`about ${file_name}`, `sobre ${file_name}`)}</span>
    </Link>
  );
}

function inOtherLanguage({ file_path, file_path_es }: Document): OtherFile | undefined {
  if (!file_path_es) return undefined;
  return t(
    { words: 'Also in Spanish', path: file_path_es },
    { words: 'También en inglés', path: file_path },
  );
}

interface PartProps {
  kind: DocumentKind;
  list: readonly Document[];
  kept: KeptFiles | null;
  onPlay: (video: Video) => void;
  /** Null when it is the only part of the page. */
  title: string | null;
  isDue?: boolean;
}

/** A part of the list with its heading; nothing when it is empty. */
function Part({ kind, list, kept, onPlay, title, isDue = false }: PartProps) {
  const id = useId();
  if (list.length === 0) return null;
  return (
    <section
      aria-labelledby={title === null ? undefined : id}
      className={isDue ? 'border-l-4 border-signal pl-4' : ''}
    >
      {title !== null && (
        <h3 className="mb-2 flex items-center gap-3 font-display text-lg font-bold" id={id}>
          {title}
          {isDue && <Badge tone="lane">{list.length}</Badge>}
        </h3>
      )}
      <FilteredList
        className="border-b-2 border-ink"
        keyOf={({ file_id }) => file_id}
        param="file"
        resetKey={kind}
        rows={list}
      >
        {(document) => (
          <LinkedItem
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line py-2"
            id={document.file_id}
            param="file"
          >
            <DocumentName
              document={inOwnLanguage(document)}
              kept={kept}
              kind={kind}
              onPlay={onPlay}
              other={inOtherLanguage(document)}
            />
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
              {document.opened_at && (
                <p className="text-sm text-steel">
                  {t('Opened on', 'Abierto el')}{' '}
                  <time dateTime={document.opened_at}>{usDay(document.opened_at)}</time>
                </p>
              )}
              {kept?.copyOf(inOwnLanguage(document).file_path) && (
                <p className="text-sm text-steel print:hidden">{messages.onDevice}</p>
              )}
              <ConfirmRead file={inOwnLanguage(document)} />
              {kind === 'settlements' && <AskLink document={document} />}
            </div>
          </LinkedItem>
        )}
      </FilteredList>
    </section>
  );
}
