import { type ReactNode, useId, useMemo } from 'react';
import type { Document, DocumentKind } from '#contract/documents.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { general } from '#contract/messages/general.ts';
import { Badge } from '#web/ui/badge.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useDocuments } from '../shared/documents/documents.data.ts';
import { FailedList } from '../shared/failed-list.tsx';
import { ConfirmRead } from '../shared/files/confirm-read.tsx';
import { usDay } from '../shared/us-dates.ts';
import { useGrowingList } from '../shared/use-growing-list.ts';
import { byDue } from './document-labels.ts';
import { DocumentName } from './document-name.tsx';

const none: readonly Document[] = [];

/** What a person was given, in each of the four states of a list: first what is still to be opened. */
export function OwnDocuments({ kind }: { kind: DocumentKind }) {
  const words = messages.kinds[kind];
  const documents = useDocuments(kind, 'employee');
  const list = documents.data ?? none;
  const { toOpen, toConfirm, done } = useMemo(() => byDue(list), [list]);
  const { count, end } = useGrowingList(kind);

  if (documents.isPending) return <Skeleton label={general.loading} labelVisible lines={6} />;
  const failed = documents.isError && (
    <FailedList
      busy={documents.isFetching}
      error={documents.error}
      fallback={words.fetchFailed}
      onRetry={() => void documents.refetch()}
    />
  );
  if (failed && documents.data === undefined) return failed;
  if (list.length === 0) {
    return (
      <EmptyState title={words.none}>
        The office puts here what is meant for you, and a notice tells you of it.
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-8">
      {failed}
      <Part count={toOpen.length} isDue title={messages.toOpen}>
        <Rows kind={kind} list={toOpen} />
      </Part>
      <Part count={toConfirm.length} isDue title={messages.toConfirm}>
        <Rows kind={kind} list={toConfirm} />
      </Part>
      <Part count={done.length} title={list.length > done.length ? messages.opened : null}>
        <Rows kind={kind} list={done.slice(0, count)} />
        {done.length > count && <div ref={end} />}
      </Part>
    </div>
  );
}

interface PartProps {
  /** Null where there is nothing else on the page. */
  title: string | null;
  count: number;
  isDue?: boolean;
  children: ReactNode;
}

/** One part of the list under its own heading; nothing when it is empty. */
function Part({ title, count, isDue = false, children }: PartProps) {
  const id = useId();
  if (count === 0) return null;
  return (
    <section
      aria-labelledby={title === null ? undefined : id}
      className={isDue ? 'border-l-4 border-signal pl-4' : ''}
    >
      {title !== null && (
        <h3 className="mb-2 flex items-center gap-3 font-display text-lg font-bold" id={id}>
          {title}
          {isDue && <Badge tone="lane">{count}</Badge>}
        </h3>
      )}
      {children}
    </section>
  );
}

function Rows({ kind, list }: { kind: DocumentKind; list: readonly Document[] }) {
  return (
    <ul className="border-b-2 border-ink">
      {list.map((document) => (
        <li
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line py-2"
          key={document.file_id}
        >
          <DocumentName document={document} kind={kind} />
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
            {document.opened_at && (
              <p className="text-sm text-steel">
                Opened on <time dateTime={document.opened_at}>{usDay(document.opened_at)}</time>
              </p>
            )}
            <ConfirmRead file={document} />
          </div>
        </li>
      ))}
    </ul>
  );
}
