import { useEffect, useMemo, useState } from 'react';
import { type Document, type DocumentKind, documentCalls } from '#contract/documents.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { general } from '#contract/messages/general.ts';
import { useUrlFilter } from '#web/lib/use-url-filter.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { useDeleteDocument, useDocuments } from '../shared/documents/documents.data.ts';
import { EditDialog } from '../shared/documents/edit-dialog.tsx';
import { personName } from '../shared/files/user-names.ts';
import { ReceiptsDialog } from '../shared/receipts/receipts-dialog.tsx';
import { RecordList } from '../shared/record-list.tsx';
import { countOf, SearchBox } from '../shared/search-box.tsx';
import { toast } from '../shared/toast.tsx';
import { useConfirmDelete } from '../shared/use-confirm-delete.ts';
import { useGrowingList } from '../shared/use-growing-list.ts';
import { useCurrentUser, useUsers } from '../shared/users.data.ts';
import { AdminRow } from './admin-row.tsx';
import { forWhom, searched } from './document-labels.ts';

const everything = { q: '' };
const none: readonly Document[] = [];

/** All documents of a kind with their search. */
export function AdminDocuments({ kind }: { kind: DocumentKind }) {
  const texts = messages.kinds[kind];
  const documents = useDocuments(kind, 'admin');
  const userId = useCurrentUser(true).data?.user_id;
  const [{ q: search }, setFilter] = useUrlFilter(everything);
  const [editing, setEditing] = useState<Document | null>(null);
  const [asked, setAsked] = useState<Document | null>(null);
  const users = useUsers().data;
  const names = useMemo(
    () => new Map(users?.map((user) => [user.user_id, personName(user)])),
    [users],
  );
  const list = documents.data ?? none;
  const shown = useMemo(() => searched(list, search, names), [list, search, names]);
  const { count, showMore, end } = useGrowingList(search);
  const remove = useConfirmDelete<Document>({
    text: messages,
    idOf: ({ file_id }) => file_id,
    describe: ({ file_name }) => `${file_name}. Who has seen it is forgotten with it, for good.`,
    remove: useDeleteDocument(kind),
  });

  const { hasNextPage, isFetching, isError, fetchNextPage } = documents;
  // A search, or scrolling to the end, needs the remaining pages.
  const needsMore = hasNextPage && (search.trim() !== '' || count >= shown.length);
  useEffect(() => {
    if (needsMore && !isFetching && !isError) void fetchNextPage();
  }, [needsMore, isFetching, isError, fetchNextPage]);

  const query = {
    ...documents,
    refetch: () => (documents.isFetchNextPageError ? fetchNextPage() : documents.refetch()),
  };
  return (
    <>
      <RecordList
        emptyHint="Choose a file and its people above. Each of them gets a notification."
        messages={{ loading: general.loading, fetchFailed: texts.fetchFailed, none: texts.none }}
        query={query}
      >
        {() => (
          <div>
            <div className="mb-4 flex flex-wrap items-end justify-between gap-4 print:hidden">
              <search className="min-w-0 basis-96">
                <SearchBox label="Search files" onChange={(q) => setFilter({ q })} value={search} />
              </search>
              <p className="text-sm text-steel" role="status">
                {hasNextPage
                  ? `${shown.length} of more than ${list.length} files${isFetching ? ', reading on' : ''}`
                  : countOf(shown.length, list.length, 'file', 'files')}
              </p>
            </div>
            {shown.length === 0 && !hasNextPage && (
              <EmptyState
                action={
                  <Button onClick={() => setFilter(everything)} variant="secondary">
                    Show all
                  </Button>
                }
                title={messages.noMatch}
              />
            )}
            <ul className="border-b-2 border-ink">
              {shown.slice(0, count).map((document) => (
                <AdminRow
                  deleting={remove.busyId === document.file_id}
                  document={document}
                  forWhom={forWhom(document, names)}
                  isOwn={userId !== undefined && document.assigned_user_ids.includes(userId)}
                  key={document.file_id}
                  kind={kind}
                  onDelete={(which) => void remove.ask(which)}
                  onEdit={(which) => {
                    toast.dismissAll();
                    setEditing(which);
                  }}
                  onReceipts={setAsked}
                />
              ))}
            </ul>
            {(shown.length > count || hasNextPage) && (
              <div className="mt-4 print:hidden" ref={end}>
                <Button busy={isFetching} onClick={showMore} variant="secondary">
                  Show more
                </Button>
              </div>
            )}
          </div>
        )}
      </RecordList>
      {editing && (
        <EditDialog
          document={editing}
          endpoint={documentCalls[kind].update}
          heading={texts.editHeading}
          onClose={() => setEditing(null)}
          peopleRequired
        />
      )}
      {asked && (
        <ReceiptsDialog
          fileId={asked.file_id}
          name={asked.file_name}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
