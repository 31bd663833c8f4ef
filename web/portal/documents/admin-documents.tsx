import { useEffect, useMemo, useState } from 'react';
import { type Document, type DocumentKind, documentCalls } from '#contract/documents.ts';
import { documents as text } from '#contract/messages/documents.ts';
import { general } from '#contract/messages/general.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { personName } from '../files/people-words.ts';
import { countOf } from '../frame/count-of.ts';
import { useCurrentUser } from '../frame/current-user.data.ts';
import { FailedList } from '../frame/failed-list.tsx';
import { hush } from '../frame/say.tsx';
import { SearchBox } from '../frame/search-box.tsx';
import { useAskAndDelete } from '../frame/use-ask-and-delete.ts';
import { useGrowingList } from '../frame/use-growing-list.ts';
import { ReceiptsDialog } from '../receipts/receipts-dialog.tsx';
import { useUsers } from '../users/users.data.ts';
import { AdminRow } from './admin-row.tsx';
import { forWhom, searched } from './document-words.ts';
import { useDeleteDocument, useDocuments } from './documents.data.ts';
import { EditDialog } from './edit-dialog.tsx';

const none: readonly Document[] = [];

/** Every document of a kind with its search, in each of the four states of a list. */
export function AdminDocuments({ kind }: { kind: DocumentKind }) {
  const words = text.kinds[kind];
  const documents = useDocuments(kind, 'admin');
  const userId = useCurrentUser(true).data?.user_id;
  const [search, setSearch] = useState('');
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
  const remove = useAskAndDelete<Document>({
    text,
    idOf: ({ file_id }) => file_id,
    describe: ({ file_name }) => `${file_name}. Who has seen it is forgotten with it, for good.`,
    remove: useDeleteDocument(kind),
  });

  const { hasNextPage, isFetching, isError, fetchNextPage } = documents;
  // Who searches, or has come near the end of what was read, needs the rest.
  const needsMore = hasNextPage && (search.trim() !== '' || count >= shown.length);
  useEffect(() => {
    if (needsMore && !isFetching && !isError) void fetchNextPage();
  }, [needsMore, isFetching, isError, fetchNextPage]);

  if (documents.isPending) return <Skeleton label={general.loading} labelVisible lines={8} />;
  const failed = isError && (
    <FailedList
      busy={isFetching}
      error={documents.error}
      fallback={words.fetchFailed}
      onRetry={() => void (documents.isFetchNextPageError ? fetchNextPage() : documents.refetch())}
    />
  );
  if (failed && documents.data === undefined) return failed;
  if (list.length === 0) {
    return (
      <EmptyState title={words.none}>
        Choose a file and its people above: each of them gets a notice.
      </EmptyState>
    );
  }
  return (
    <>
      {failed}
      <div className="mb-4 flex flex-wrap items-end justify-between gap-4 print:hidden">
        <search className="min-w-0 basis-96">
          <SearchBox label="Search files" onChange={setSearch} value={search} />
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
            <Button onClick={() => setSearch('')} variant="secondary">
              Show all
            </Button>
          }
          title={text.noMatch}
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
              hush();
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
      {editing && (
        <EditDialog
          document={editing}
          endpoint={documentCalls[kind].update}
          heading={words.editHeading}
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
