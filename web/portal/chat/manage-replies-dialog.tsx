import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type CannedReply,
  cannedReplyFields,
  cannedReplyInput,
  deleteCannedReply,
} from '#contract/canned-replies.ts';
import { cannedReplies as messages } from '#contract/messages/canned-replies.ts';
import { automaticReply as automaticMessages } from '#contract/messages/chat.ts';
import { general } from '#contract/messages/general.ts';
import { call } from '#web/lib/api/api.ts';
import { deleteFormDraft } from '#web/lib/drafts/form-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { FailedList } from '../shared/records/failed-list.tsx';
import { formValues } from '../shared/records/field-values.ts';
import { RecordForm } from '../shared/records/record-form.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { useConfirmDelete } from '../shared/records/use-confirm-delete.ts';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { AutomaticReplyForm, automaticReplyDraft } from './automatic-reply-form.tsx';
import {
  automaticReplyQuery,
  cannedRepliesQuery,
  saveCannedReply,
  useCannedReplies,
} from './canned-replies.data.ts';

const draft = 'canned reply';

/** The canned replies and the automatic reply of the office. */
export function ManageRepliesDialog({
  onClose,
  returnTo,
}: Pick<DialogProps, 'returnTo'> & { onClose: () => void }) {
  const [edited, setEdited] = useState<CannedReply | 'new' | null>(null);
  const [isDirty, setDirty] = useState(false);
  return (
    <Dialog
      description={messages.about}
      isDirty={isDirty}
      onClose={() => {
        deleteFormDraft(draft);
        deleteFormDraft(automaticReplyDraft);
        onClose();
      }}
      returnTo={returnTo}
      title={messages.title}
    >
      {edited ? (
        <CannedReplyForm
          onDirty={setDirty}
          onDone={() => {
            setDirty(false);
            setEdited(null);
          }}
          reply={edited === 'new' ? null : edited}
        />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 pb-4">
          <CannedReplies onEdit={setEdited} isLocked={isDirty} />
          <AutomaticReply onDirty={setDirty} />
        </div>
      )}
    </Dialog>
  );
}

interface CannedRepliesProps {
  onEdit: (reply: CannedReply | 'new') => void;
  /** True while the other form has unsaved input. */
  isLocked: boolean;
}

function CannedReplies({ onEdit, isLocked }: CannedRepliesProps) {
  const remove = useConfirmDelete<CannedReply>({
    text: messages,
    idOf: ({ reply_id }) => reply_id,
    describe: ({ title }) => title,
    remove: (id) => call(deleteCannedReply, { params: { id } }),
    queryKey: cannedRepliesQuery.queryKey,
  });
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div>
        <Button disabled={isLocked} onClick={() => onEdit('new')}>
          {messages.add}
        </Button>
      </div>
      <RecordList
        emptyHint={messages.noneHint}
        lines={4}
        messages={messages}
        query={useCannedReplies()}
      >
        {(list) => (
          <ul className="border-t-2 border-ink">
            {list.map((reply) => (
              <li
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2"
                key={reply.reply_id}
              >
                <div className="min-w-0 flex-1 basis-56">
                  <p className="font-display font-semibold wrap-anywhere">{reply.title}</p>
                  <p className="line-clamp-2 text-sm text-steel wrap-anywhere">{reply.text}</p>
                </div>
                <div className="flex">
                  <Button
                    aria-label={`Edit ${reply.title}`}
                    disabled={isLocked}
                    onClick={() => onEdit(reply)}
                    size="sm"
                    variant="quiet"
                  >
                    Edit
                  </Button>
                  <Button
                    aria-label={`Delete ${reply.title}`}
                    busy={remove.busyId === reply.reply_id}
                    onClick={() => void remove.ask(reply)}
                    size="sm"
                    variant="quiet"
                  >
                    Delete
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </RecordList>
    </div>
  );
}

interface CannedReplyFormProps {
  /** Null to add one. */
  reply: CannedReply | null;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

function CannedReplyForm({ reply, onDirty, onDone }: CannedReplyFormProps) {
  const state = useRecordForm({
    draft,
    record: reply,
    idOf: ({ reply_id }) => reply_id,
    valuesOf: (record) => formValues(cannedReplyFields, record ?? {}),
    schema: cannedReplyInput,
    save: saveCannedReply,
    queryKey: cannedRepliesQuery.queryKey,
    messages,
    onDirty,
    onDone,
  });
  return (
    <section>
      <h3 className="display mb-3 text-lg">{reply ? messages.edit : messages.add}</h3>
      <RecordForm
        fields={cannedReplyFields}
        onCancel={() => {
          deleteFormDraft(draft);
          onDone();
        }}
        state={state}
      />
    </section>
  );
}

function AutomaticReply({ onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const query = useQuery(automaticReplyQuery);
  return (
    <section className="border-t-2 border-ink pt-4">
      <h3 className="display text-lg">{automaticMessages.title}</h3>
      <p className="mb-2 text-steel">{automaticMessages.about}</p>
      {query.data ? (
        <AutomaticReplyForm onDirty={onDirty} reply={query.data} />
      ) : query.isError ? (
        <FailedList fallback={automaticMessages.fetchFailed} query={query} />
      ) : (
        <Skeleton label={general.loading} lines={4} />
      )}
    </section>
  );
}
