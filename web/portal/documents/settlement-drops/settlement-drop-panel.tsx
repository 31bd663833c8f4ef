import { Files } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { settlementDrops as messages } from '#contract/messages/settlement-drops.ts';
import { Button } from '#web/ui/button.tsx';
import { DropDialog } from './drop-dialog.tsx';
import { settlements } from './drop-labels.ts';
import { FormatsDialog } from './formats-dialog.tsx';
import { usePutFile, useReloadDrop, useReloadWaiting } from './settlement-drops.data.ts';
import { useDropUploads } from './use-drop-uploads.ts';
import { WaitingDrops } from './waiting-drops.tsx';

/** A button that opens the drop dialog, and the waiting drops. */
export function SettlementDropPanel() {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const [isManaging, setManaging] = useState(false);
  const [dropId, setDropId] = useState<number | null>(null);
  const put = usePutFile();
  const reloadDrop = useReloadDrop();
  const reloadWaiting = useReloadWaiting();
  const uploads = useDropUploads({
    dropId,
    onDrop: setDropId,
    onFile: put,
    onGone: () => setDropId(null),
  });
  const pending = uploads.queue.filter(({ state }) => state !== 'refused').length;

  // A drop that was loaded during the uploads may miss some.
  const isDone = pending === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, after the last upload
  useEffect(() => {
    if (!isDone || dropId === null) return;
    void reloadDrop(dropId);
    void reloadWaiting();
  }, [isDone]);

  return (
    <section
      aria-labelledby={id}
      className="mb-5 grid gap-4 border border-t-2 border-line border-t-ink bg-sheet px-5 py-4 print:hidden"
    >
      <div className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h2 className="display text-lg" id={id}>
            {messages.title}
          </h2>
          <p className="mt-1 text-steel">{messages.about}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setOpen(true)}>
            <Files aria-hidden="true" className="size-5" />
            Drop settlements
          </Button>
          <Button onClick={() => setManaging(true)} variant="secondary">
            Formats
          </Button>
        </div>
      </div>
      {pending > 0 && !isOpen && (
        <p className="text-sm" role="status">
          Uploading {settlements(pending)}.
        </p>
      )}
      {pending === 0 && (
        <WaitingDrops
          onOpen={(id) => {
            setDropId(id);
            setOpen(true);
          }}
          shown={isOpen ? dropId : null}
        />
      )}
      {isManaging && <FormatsDialog onClose={() => setManaging(false)} />}
      <DropDialog
        dropId={dropId}
        onClose={() => setOpen(false)}
        onDrop={setDropId}
        open={isOpen}
        uploads={uploads}
      />
    </section>
  );
}
