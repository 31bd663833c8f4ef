import { useRef } from 'react';
import { spotlight as text } from '#contract/messages/spotlight.ts';
import type { Post } from '#contract/spotlight.ts';
import { useConfirm } from '#web/ui/alert-dialog.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PostForm } from './post-form.tsx';

interface PostDialogProps {
  /** Null for a new one. */
  post: Post | null;
  onClose: () => void;
}

/** The window in which a post is written or changed; what was typed is not thrown away without a question. */
export function PostDialog({ post, onClose }: PostDialogProps) {
  const confirm = useConfirm();
  const dirty = useRef(false);

  async function leave() {
    const question = {
      title: text.confirmDiscard,
      confirmLabel: 'Discard',
      cancelLabel: 'Keep typing',
      danger: true,
    };
    if (!dirty.current || (await confirm(question))) onClose();
  }

  return (
    <Dialog
      onOpenChange={(open) => !open && void leave()}
      open
      size="lg"
      title={post ? 'Update Post' : 'New Post'}
    >
      <PostForm
        onCancel={() => void leave()}
        onDirty={(now) => {
          dirty.current = now;
        }}
        onDone={onClose}
        post={post}
      />
    </Dialog>
  );
}
