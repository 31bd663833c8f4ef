import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { documents as messages } from '#contract/messages/documents.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FileLink } from '../shared/files/file-link.tsx';
import { type Presign, useSignedLink } from '../shared/files/signed-link.data.ts';
import { documentsKey } from '../shared/live/live-keys.ts';

interface VideoDialogProps {
  name: string;
  path: string;
  presign: Presign;
  onClose: () => void;
}

/** Plays a video on the page; loaded only now, because its first bytes count as opened. */
export function VideoDialog({ name, path, presign, onClose }: VideoDialogProps) {
  const client = useQueryClient();
  return (
    <Dialog
      onClose={() => {
        void client.invalidateQueries({ queryKey: documentsKey });
        onClose();
      }}
      size="lg"
      title={name}
    >
      <Video name={name} path={path} presign={presign} />
    </Dialog>
  );
}

/** A video may outlast its link: the link is then signed again at the current position. */
function Video({ name, path, presign }: Omit<VideoDialogProps, 'onClose'>) {
  const { link, fresh } = useSignedLink(path, presign);
  const [src, setSrc] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  const resumeAt = useRef(0);
  const renewedAt = useRef(0);

  useEffect(() => {
    // A new link would restart the video.
    if (link) setSrc((current) => current ?? link.url);
  }, [link]);

  async function renew(at: number): Promise<void> {
    // A second error within 5 s isn't an expired link.
    if (Date.now() - renewedAt.current < 5000) return setFailed(true);
    renewedAt.current = Date.now();
    resumeAt.current = at;
    const renewed = await fresh();
    if (renewed === null) setFailed(true);
    else setSrc(renewed);
  }

  if (src === null) return <p className="pb-4 text-steel">{messages.generating}</p>;
  return (
    <div className="grid gap-3 pb-4">
      {failed && (
        <Alert
          action={
            <FileLink label={`${messages.videoElsewhere}: ${name}`} path={path} presign={presign}>
              {messages.videoElsewhere}
            </FileLink>
          }
          tone="error"
        >
          {messages.videoFailed}
        </Alert>
      )}
      {/* biome-ignore lint/a11y/useMediaCaption: captions are part of the uploaded video */}
      <video
        className="max-h-[70dvh] w-full bg-asphalt"
        controls
        onError={(event) => void renew(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => {
          if (resumeAt.current === 0) return;
          event.currentTarget.currentTime = resumeAt.current;
          resumeAt.current = 0;
          void event.currentTarget.play().catch(() => undefined);
        }}
        playsInline
        preload="metadata"
        src={src}
      />
    </div>
  );
}
