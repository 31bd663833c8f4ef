import { type ReactNode, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { spotlight as messages } from '#contract/messages/spotlight.ts';
import { createPost, type Post, type postFields } from '#contract/spotlight.ts';
import { Button } from '#web/ui/button.tsx';
import { ChosenPicture } from '../shared/files/chosen-picture.tsx';
import { FormFile } from '../shared/files/form-file.tsx';
import { Picture } from '../shared/files/picture.tsx';
import type { FormValues } from '../shared/records/field-values.ts';

/** The form values of a post. */
export interface PostValues extends FormValues<typeof postFields> {
  image: File | null;
  /** 1: saving removes the stored picture. */
  remove_image: 0 | 1;
}

interface PictureFieldProps<Body> {
  form: UseFormReturn<PostValues, unknown, Body>;
  /** Null for a new one. */
  post: Post | null;
}

/** The stored or chosen picture, and the control that chooses another. */
export function PictureField<Body>({ form, post }: PictureFieldProps<Body>) {
  const [round, setRound] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const [image, remove_image] = useWatch({
    control: form.control,
    name: ['image', 'remove_image'],
  });

  function change(isRemoved: 0 | 1) {
    form.setValue('image', null, { shouldDirty: true });
    form.setValue('remove_image', isRemoved, { shouldDirty: true });
    // A file control is emptied by replacing it.
    setRound(round + 1);
    // The pressed button was removed.
    requestAnimationFrame(() => box.current?.querySelector('input')?.focus());
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2" ref={box}>
      <FormFile
        control={form.control}
        key={round}
        kinds={createPost.upload.kinds}
        label={post?.image_url ? 'New picture (optional)' : 'Picture (optional)'}
        name="image"
      />
      {image ? (
        <Preview onRemove={() => change(0)}>
          <ChosenPicture
            alt={`Chosen: ${image.name}`}
            fallback={<p className="text-sm text-steel">{messages.noPreview}</p>}
            file={image}
          />
        </Preview>
      ) : remove_image === 1 ? (
        <p className="flex flex-wrap items-center justify-between gap-2 text-sm" role="status">
          {messages.pictureGoes}
          <Button onClick={() => change(0)} size="sm" variant="secondary">
            Keep picture
          </Button>
        </p>
      ) : (
        post?.image_url &&
        post.picture && (
          <Preview onRemove={() => change(1)}>
            <Picture
              alt="Current picture"
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

function Preview({ onRemove, children }: { onRemove: () => void; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end lg:grid-cols-[minmax(0,1fr)]">
      {children}
      <Button onClick={onRemove} size="sm" variant="secondary">
        Remove picture
      </Button>
    </div>
  );
}
