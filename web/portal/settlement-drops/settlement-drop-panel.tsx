import { Files } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { DropDialog } from './drop-dialog.tsx';
import { settlements } from './drop-words.ts';
import { usePutFile, useReloadDrop, useReloadWaiting } from './settlement-drops.data.ts';
import { useDropUploads } from './use-drop-uploads.ts';
import { WaitingDrops } from './waiting-drops.tsx';

/** The admin's way to many settlements at once: a button, what still waits, and the window of the drop. */
export function SettlementDropPanel() {
  const [isOpen, setOpen] = useState(false);
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
  const onTheirWay = uploads.queue.length;

  // A drop that was read while files arrived may miss some.
  const isDone = onTheirWay === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the last one is there
  useEffect(() => {
    if (!isDone || dropId === null) return;
    void reloadDrop(dropId);
    void reloadWaiting();
  }, [isDone]);

  return (
    <>
      <Button onClick={() => setOpen(true)} variant="secondary">
        <Files aria-hidden="true" className="size-5" />
        Drop many at once
      </Button>
      {onTheirWay > 0 && !isOpen && (
        <p className="text-sm" role="status">
          {settlements(onTheirWay)} on the way.
        </p>
      )}
      {onTheirWay === 0 && (
        <WaitingDrops
          onOpen={(id) => {
            setDropId(id);
            setOpen(true);
          }}
          shown={isOpen ? dropId : null}
        />
      )}
      <DropDialog
        dropId={dropId}
        onClose={() => setOpen(false)}
        onDrop={setDropId}
        open={isOpen}
        uploads={uploads}
      />
    </>
  );
}
