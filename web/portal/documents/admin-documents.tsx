import { useMemo, useState } from 'react';
import { type Document, type DocumentKind, documentCalls } from '#contract/documents.ts';
import { documents as messages } from '#contract/messages/documents.ts';
import { personName } from '#contract/text/employee-name.ts';
import { call } from '#web/lib/api/api.ts';
import { useUrlFilter } from '#web/lib/navigation/use-url-filter.ts';
import { Field } from '#web/ui/field.tsx';
import { Select } from '#web/ui/select.tsx';
import { EditDialog } from '../shared/documents/document-form.tsx';
import { useDocuments } from '../shared/documents/documents.data.ts';
import { documentsKey } from '../shared/live/live-keys.ts';
import { useCurrentUser } from '../shared/people/current-user.data.ts';
import { useUsers } from '../shared/people/users.data.ts';
import { ReceiptsDialog } from '../shared/receipts/receipts-dialog.tsx';
import { FilteredList, RecordList } from '../shared/records/record-list.tsx';
import { countOf, SearchBox } from '../shared/records/search-box.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { toast } from '../shared/toast.tsx';
import { AdminRow } from './admin-row.tsx';
import { assigneesText, byPeriod, isUnopened, searched } from './document-labels.ts';
import { SettlementPayDialog } from './settlement-pay-dialog.tsx';

const everything = { q: '', sort: '', show: '' };
const choices = { sort: ['', 'period'], show: ['', 'unopened'] };
const none: readonly Document[] = [];

/** All documents of a kind with a search. */
export function AdminDocuments({ kind }: { kind: DocumentKind }) {
  const texts = messages.kinds[kind];
  const documents = useDocuments(kind, 'admin');
  const { data: list = none, hasNextPage, isFetching } = documents;
  const userId = useCurrentUser(true).data?.user_id;
  const [{ q: search, sort, show }, setFilter] = useUrlFilter(everything, choices);
  const [editing, setEditing] = useState<Document | null>(null);
  const [payOf, setPayOf] = useState<Document | null>(null);
  const [receiptsOf, setReceiptsOf] = useState<Document | null>(null);
  const users = useUsers().data;
  const names = useMemo(
    () => new Map(users?.map((user) => [user.user_id, personName(user)])),
    [users],
  );
  const shown = useMemo(() => {
    const all = searched(list, search, names);
    const found = show === '' ? all : all.filter(isUnopened);
    return sort === 'period' ? byPeriod(found) : found;
  }, [list, search, names, sort, show]);
  const remove = useConfirmDelete<Document>({
    text: messages,
    idOf: ({ file_id }) => file_id,
    describe: ({ file_name }) =>
      `${file_name}. Its receipts${kind === 'settlements' ? ' and questions' : ''} are deleted for good, too.`,
    remove: (id) => call(documentCalls[kind].remove, { params: { id } }),
    queryKey: documentsKey,
  });

  return (
    <>
      <RecordList
        emptyHint="Choose a file and its people above. Each of them gets a notification."
        messages={texts}
        query={documents}
      >
        {() => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <div className="flex flex-wrap items-end gap-4 print:hidden">
              <search className="min-w-0 basis-96">
                <SearchBox label="Search files" onChange={(q) => setFilter({ q })} value={search} />
              </search>
              {kind === 'settlements' && (
                <Field label={messages.sortBy} name="sort">
                  <Select
                    onChange={(event) => setFilter({ sort: event.target.value })}
                    options={[
                      { value: '', label: messages.newestUpload },
                      { value: 'period', label: messages.newestPeriod },
                    ]}
                    value={sort}
                  />
                </Field>
              )}
              <Field label="Show" name="show">
                <Select
                  onChange={(event) => setFilter({ show: event.target.value })}
                  options={[{ value: 'unopened', label: messages.nobodyOpened }]}
                  placeholder="All"
                  value={show}
                />
              </Field>
              <p className="ml-auto text-sm text-steel" role="status">
                {hasNextPage
                  ? `${shown.length} of more than ${list.length} files${isFetching ? ', loading' : ''}`
                  : countOf(shown.length, list.length, 'file', 'files')}
              </p>
            </div>
            <FilteredList
              className="border-b-2 border-ink"
              keyOf={({ file_id }) => file_id}
              noMatch={messages.noMatch}
              onShowAll={() => setFilter(everything)}
              param="file"
              pages={{
                ...documents,
                isSearched: search.trim() !== '' || sort !== '' || show !== '',
              }}
              resetKey={`${search} ${sort} ${show}`}
              rows={shown}
            >
              {(document) => (
                <AdminRow
                  deleting={remove.busyId === document.file_id}
                  document={document}
                  assigneesText={assigneesText(document, names)}
                  isOwn={userId !== undefined && document.assigned_user_ids.includes(userId)}
                  kind={kind}
                  onDelete={(which) => void remove.ask(which)}
                  onEdit={(which) => {
                    toast.dismissAll();
                    setEditing(which);
                  }}
                  onPay={setPayOf}
                  onReceipts={setReceiptsOf}
                />
              )}
            </FilteredList>
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
      {payOf && (
        <SettlementPayDialog
          document={list.find(({ file_id }) => file_id === payOf.file_id) ?? payOf}
          onClose={() => setPayOf(null)}
        />
      )}
      {receiptsOf && (
        <ReceiptsDialog
          name={receiptsOf.file_name}
          of={{ file_id: receiptsOf.file_id }}
          onClose={() => setReceiptsOf(null)}
        />
      )}
    </>
  );
}
