import { useEffect, useMemo, useRef, useState } from 'react';
import { pdfOnly } from '#contract/files.ts';
import { settlementDrops as messages } from '#contract/messages/settlement-drops.ts';
import type { DropFile } from '#contract/settlement-drops.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { deleteFormDraft } from '#web/lib/drafts/form-draft.ts';
import { Alert } from '#web/ui/alert.tsx';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { errorMessage } from '../../shared/error-messages.ts';
import { FilePicker } from '../../shared/files/file-picker.tsx';
import { RecordList } from '../../shared/records/record-list.tsx';
import { entriesOf, forgetChoices, inOrder, useDropChoices } from './drop-choices.ts';
import { DropFilesList } from './drop-files-list.tsx';
import { isReadable, settlements } from './drop-labels.ts';
import { DropUploads } from './drop-uploads.tsx';
import { FormatForm, formatDraft } from './format-form.tsx';
import { useDiscardDrop, useDropFiles, useReloadDrop } from './settlement-drops.data.ts';
import { useFormats } from './settlement-formats.data.ts';
import type { useDropUploads } from './use-drop-uploads.ts';
import { useAskAndPublish } from './use-publish-drop.ts';
import { WaitingDrops } from './waiting-drops.tsx';

interface DropDialogProps {
  open: boolean;
  onClose: () => void;
  dropId: number | null;
  onDrop: (dropId: number | null) => void;
  uploads: ReturnType<typeof useDropUploads>;
}

const noFiles: readonly DropFile[] = [];

/** The dialog of a drop: upload files, review their drivers, publish. */
export function DropDialog({ open, onClose, dropId, onDrop, uploads }: DropDialogProps) {
  const drop = useDropFiles(open ? dropId : null);
  const confirm = useConfirm();
  const discard = useDiscardDrop();
  const reload = useReloadDrop();
  const publish = useAskAndPublish(dropId);
  const { choices, choose } = useDropChoices(dropId);
  const [round, setRound] = useState(0);
  const formats = useFormats();
  const [taughtId, setTaughtId] = useState<number | null>(null);
  const [isSkipped, setSkipped] = useState(false);
  const [isDirty, setDirty] = useState(false);
  const outcome = useRef<HTMLDivElement>(null);
  const isGone = drop.error instanceof CallError && drop.error.status === 404;
  const read = (dropId !== null && !isGone && drop.data) || noFiles;
  const files = useMemo(() => inOrder(read), [read]);
  const entries = entriesOf(files, choices);
  const isIdle = uploads.queue.length === 0;
  const isReceiving = uploads.queue.some(({ state }) => state === 'waiting' || state === 'sending');

  const taught = files.find(({ drop_file_id }) => drop_file_id === taughtId);
  // The first drop leads to its first format.
  const first =
    isIdle && !isSkipped && formats.data?.length === 0 ? files.find(isReadable) : undefined;
  const firstId = first?.drop_file_id;
  useEffect(() => {
    if (firstId !== undefined) setTaughtId((old) => old ?? firstId);
  }, [firstId]);

  /** Back to the files, without a question about a first format in this drop. */
  function showFiles() {
    deleteFormDraft(formatDraft);
    setSkipped(true);
    setTaughtId(null);
    setDirty(false);
  }

  useEffect(() => {
    if (publish.outcome) outcome.current?.focus();
  }, [publish.outcome]);

  function close() {
    publish.clear();
    showFiles();
    setSkipped(false);
    onClose();
  }

  function take(chosen: readonly File[]) {
    publish.clear();
    void uploads.add(chosen);
    // A new control, so that the same files can be chosen again.
    setRound(round + 1);
  }

  async function askAndPublish() {
    if (isReceiving) return publish.setOutcome({ tone: 'error', text: messages.receiving });
    const staying = files.length - entries.length;
    if (dropId === null) return;
    const isPublished = await publish.ask(entries, staying);
    if (isPublished === null) return;
    if (!isPublished || staying > 0) return void reload(dropId);
    forgetChoices(dropId);
    onDrop(null);
  }

  async function askAndDiscard() {
    if (dropId === null) return;
    const confirmed = await confirm({
      title: 'Discard this drop?',
      description: `${settlements(files.length)} will be deleted. Nothing is published.`,
      confirmLabel: 'Discard',
      danger: true,
    });
    if (!confirmed) return;
    discard.mutate(dropId, {
      onSuccess: ({ message }) => {
        forgetChoices(dropId);
        onDrop(null);
        publish.setOutcome({ tone: 'success', text: message });
      },
      onError: (error) => {
        publish.setOutcome({ tone: 'error', text: errorMessage(error, messages.discardFailed) });
        void reload(dropId);
      },
    });
  }

  return (
    <Dialog
      description={files.length === 0 ? messages.about : undefined}
      footer={
        <>
          {publish.outcome && (
            <div className="w-full" ref={outcome} tabIndex={-1}>
              <Alert onClose={publish.clear} tone={publish.outcome.tone}>
                {publish.outcome.text}
              </Alert>
            </div>
          )}
          {files.length > 0 && (
            <Button
              busy={discard.isPending}
              className="mr-auto text-danger!"
              onClick={() => void askAndDiscard()}
              variant="quiet"
            >
              Discard
            </Button>
          )}
          <Button onClick={close} variant="quiet">
            Close
          </Button>
          {files.length > 0 && entries.length === 0 && !taught && (
            <p className="self-center text-sm">{messages.nothingChosen}</p>
          )}
          {entries.length > 0 && !taught && (
            <Button busy={publish.isPending} onClick={() => void askAndPublish()}>
              Publish {settlements(entries.length)}
            </Button>
          )}
        </>
      }
      isDirty={isDirty}
      onClose={close}
      open={open}
      size="xl"
      title={messages.title}
    >
      <div className="grid gap-5 pb-3">
        {isIdle && dropId === null && <WaitingDrops onOpen={onDrop} shown={dropId} />}
        <FilePicker
          files={[]}
          key={round}
          kinds={pdfOnly}
          label="Settlements"
          multiple
          onFiles={take}
        />
        <DropUploads onCancel={uploads.cancel} onRetry={uploads.retry} queue={uploads.queue} />
        {isGone && (
          <Alert
            action={
              <Button onClick={() => onDrop(null)} size="sm" variant="secondary">
                Start over
              </Button>
            }
          >
            {messages.gone}
          </Alert>
        )}
        {dropId !== null && !isGone && (
          <RecordList lines={4} messages={{ fetchFailed: messages.fetchFailed }} query={drop}>
            {() =>
              taught ? (
                <FormatForm
                  files={[taught, ...files.filter((file) => file !== taught)]}
                  format={null}
                  key={taught.drop_file_id}
                  onCancel={showFiles}
                  onDirty={setDirty}
                  onDone={showFiles}
                />
              ) : (
                files.length > 0 && (
                  <DropFilesList
                    choices={choices}
                    dropId={dropId}
                    files={files}
                    onChoose={choose}
                    onTeach={setTaughtId}
                  />
                )
              )
            }
          </RecordList>
        )}
      </div>
    </Dialog>
  );
}
