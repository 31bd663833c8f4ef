import { useId } from 'react';
import type { Document, DocumentKind } from '#contract/documents.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { general } from '#contract/messages/general.ts';
import { Badge } from '#web/ui/badge.tsx';
import { useDocuments } from '../shared/documents/documents.data.ts';
import { ConfirmRead } from '../shared/files/confirm-read.tsx';
import { FilteredList, RecordList } from '../shared/record-list.tsx';
import { usDay } from '../shared/us-dates.ts';
import { byDue } from './document-labels.ts';
import { DocumentName } from './document-name.tsx';

/** The employee's own documents, unopened ones first. */
export function OwnDocuments({ kind }: { kind: DocumentKind }) {
  return (
    <RecordList
      emptyHint="Files appear here when the office assigns them to you."
      lines={6}
      messages={{ ...messages.kinds[kind], loading: general.loading }}
      query={useDocuments(kind, 'employee')}
    >
      {(list) => {
        const { toOpen, toConfirm, done } = byDue(list);
        const isMixed = list.length > done.length;
        return (
          <div className="grid gap-8">
            <Part isDue kind={kind} list={toOpen} title={messages.toOpen} />
            <Part isDue kind={kind} list={toConfirm} title={messages.toConfirm} />
            <Part kind={kind} list={done} title={isMixed ? messages.opened : null} />
          </div>
        );
      }}
    </RecordList>
  );
}

interface PartProps {
  kind: DocumentKind;
  list: readonly Document[];
  /** Null when it is the only part of the page. */
  title: string | null;
  isDue?: boolean;
}

/** A part of the list with its heading; nothing when it is empty. */
function Part({ kind, list, title, isDue = false }: PartProps) {
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
        resetKey={kind}
        rows={list}
      >
        {(document) => (
          <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-line py-2">
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
        )}
      </FilteredList>
    </section>
  );
}
