import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { files } from '#contract/messages/files.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { isUploading } from '../files/running-uploads.ts';

/** Asks before a move to another page stops an upload; the end of a session is not held up. */
export function useStayForUploads(): void {
  const confirm = useConfirm();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isUploading() &&
      currentLocation.pathname !== nextLocation.pathname &&
      nextLocation.pathname !== '/login',
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    const question = {
      title: files.leaveUpload,
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
      danger: true,
    };
    void confirm(question).then((leaves) => (leaves ? blocker.proceed() : blocker.reset()));
  }, [blocker, confirm]);
}
