import { type ReactNode, useEffect, useRef, useState } from 'react';
import { spotlight as text } from '#contract/messages/spotlight.ts';
import { createPost, type Post } from '#contract/spotlight.ts';
import { Button } from '#web/ui/button.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { Picture } from '../files/picture.tsx';
import type { PostValues } from './post-values.ts';

interface PictureFieldProps {
  values: Pick<PostValues, 'image' | 'remove_image'>;
  /** Null for a new one. */
  post: Post | null;
  onChange: (change: Pick<PostValues, 'image' | 'remove_image'>) => void;
  error: string | undefined;
  disabled: boolean;
}

/** The picture that is there or was chosen, and the control that chooses another. */
export function PictureField({ values, post, onChange, error, disabled }: PictureFieldProps) {
  const [round, setRound] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const { image, remove_image } = values;

  function change(next: typeof values) {
    onChange(next);
    // A file control is only emptied by being another one.
    setRound(round + 1);
    // The button that was pressed is gone.
    requestAnimationFrame(() => box.current?.querySelector('input')?.focus());
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2" ref={box}>
      <FilePicker
        disabled={disabled}
        error={error}
        files={image ? [image] : []}
        key={round}
        kinds={createPost.upload.kinds}
        label={post?.image_url ? 'Another picture (optional)' : 'Picture (optional)'}
        name="image"
        onFiles={([file]) => onChange({ image: file ?? null, remove_image: 0 })}
      />
      {image ? (
        <Preview
          action={
            <RemoveButton
              disabled={disabled}
              onClick={() => change({ image: null, remove_image: 0 })}
            />
          }
        >
          <ChosenPicture file={image} key={`${image.name} ${image.lastModified}`} />
        </Preview>
      ) : remove_image === 1 ? (
        <p className="flex flex-wrap items-center justify-between gap-2 text-sm" role="status">
          {text.pictureGoes}
          <Button
            onClick={() => change({ image: null, remove_image: 0 })}
            size="sm"
            variant="secondary"
          >
            Keep picture
          </Button>
        </p>
      ) : (
        post?.image_url &&
        post.picture && (
          <Preview
            action={
              <RemoveButton
                disabled={disabled}
                onClick={() => change({ image: null, remove_image: 1 })}
              />
            }
          >
            <Picture
              alt="As it is now"
              className="max-h-40"
              eager
              imageKey={post.image_url}
              picture={post.picture}
              presign="settlements"
              sizes="20rem"
            />
          </Preview>
        )
      )}
    </div>
  );
}

function Preview({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end lg:grid-cols-[minmax(0,1fr)]">
      {children}
      {action}
    </div>
  );
}

function RemoveButton({ disabled, onClick }: { disabled: boolean; onClick: () => void }) {
  return (
    <Button disabled={disabled} onClick={onClick} size="sm" variant="secondary">
      Remove picture
    </Button>
  );
}

/** A picture that is on this device only. */
function ChosenPicture({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (isBroken) return <p className="text-sm text-steel">{text.noPreview}</p>;
  return (
    <div className="h-40 bg-well">
      {url && (
        <img
          alt={`Chosen: ${file.name}`}
          className="h-full w-full object-contain"
          onError={() => setBroken(true)}
          src={url}
        />
      )}
    </div>
  );
}
