import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { CallError } from '#contract/endpoint.ts';
import { spotlight as text } from '#contract/messages/spotlight.ts';
import { createPost, type Post, updatePost } from '#contract/spotlight.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FailedWrite } from '../files/failed-write.tsx';
import { UploadProgress } from '../files/upload-progress.tsx';
import { useUpload } from '../files/use-upload.ts';
import { ConflictNotice } from '../frame/conflict-notice.tsx';
import { hush, say } from '../frame/say.tsx';
import { tokenFault } from '../frame/token-fault.ts';
import { PostFields } from './post-fields.tsx';
import { differencesOf, faultsOf, isChanged, missingIn, valuesOf } from './post-values.ts';
import { useReloadPosts } from './spotlight.data.ts';

interface PostFormProps {
  /** As it was when the window opened; null for a new one. */
  post: Post | null;
  onDirty: (dirty: boolean) => void;
  onCancel: () => void;
  onDone: () => void;
}

/** What is to be said above the buttons: a sentence of ours, or a failed call. */
type Failure = { sentence: string } | { error: unknown };

/** Writes a post or changes one; nothing typed is lost to an error or to somebody else's change. */
export function PostForm({ post, onDirty, onCancel, onDone }: PostFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const failureId = useId();
  const reload = useReloadPosts();
  const creation = useUpload(createPost);
  const update = useUpload(updatePost);
  const percent = post ? update.percent : creation.percent;
  const [read, setRead] = useState(post);
  const [values, setValues] = useState(() => valuesOf(post));
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<Failure | null>(null);
  const [conflict, setConflict] = useState<{ message: string; current: Post } | null>(null);
  const isDirty = isChanged(read, values);
  const isSending = percent !== null;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  async function send(version: number | undefined) {
    hush();
    setConflict(null);
    const absent = missingIn(values);
    const faults = faultsOf(values);
    const fault = tokenFault();
    const sentence = absent.length > 0 ? text.fieldsMissing : fault;
    setMissing(absent);
    setErrors(faults);
    setFailure(sentence === null ? null : { sentence });
    if (absent.length > 0 || Object.keys(faults).length > 0) return focusFirstFault();
    if (fault) return;
    const { image, remove_image, ...fields } = values;
    try {
      const change = { ...fields, version, remove_image };
      const reply = post
        ? await update.start({ params: { id: post.id }, fields: change, file: image })
        : await creation.start({ fields, file: image });
      if (reply === null) return setFailure({ sentence: text.uploadCancelled });
      onDone();
      say(reply.message);
      reload();
    } catch (error) {
      refused(error);
    }
  }

  function refused(error: unknown) {
    if (error instanceof CallError && error.status === 404 && post) {
      onDone();
      say(text.gone, 'error');
      reload();
    } else if (error instanceof CallError && error.status === 409 && error.body.current) {
      setConflict({ message: error.body.error, current: error.body.current as Post });
    } else {
      setErrors(error instanceof CallError ? (error.body.fields ?? {}) : {});
      setFailure({ error });
      focusFirstFault();
    }
  }

  /** Once it is drawn. */
  function focusFirstFault() {
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
    });
  }

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-4 pb-2"
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        void send(read?.version);
      }}
      ref={form}
    >
      <PostFields
        disabled={isSending}
        errors={errors}
        missing={missing}
        missingId={failureId}
        onChange={(change) => {
          const touched = Object.keys(change);
          setValues((old) => ({ ...old, ...change }));
          setMissing((old) => old.filter((name) => !touched.includes(name)));
          setErrors((old) =>
            Object.fromEntries(Object.entries(old).filter(([name]) => !touched.includes(name))),
          );
        }}
        post={read}
        values={values}
      />
      <div id={failureId}>
        {failure &&
          ('sentence' in failure ? (
            <Notice tone="error">{failure.sentence}</Notice>
          ) : (
            <FailedWrite error={failure.error} fallback={text.submitFailed} />
          ))}
      </div>
      {conflict && read && (
        <ConflictNotice
          differences={differencesOf(conflict.current, values, read)}
          message={conflict.message}
          onMine={() => {
            setRead(conflict.current);
            void send(conflict.current.version);
          }}
          onTheirs={() => {
            setRead(conflict.current);
            setValues({ ...valuesOf(conflict.current), image: values.image });
            setConflict(null);
          }}
        />
      )}
      <UploadProgress
        name={values.image?.name ?? values.title}
        onCancel={post ? update.cancel : creation.cancel}
        percent={values.image ? percent : null}
      />
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-4">
        <Button onClick={onCancel} variant="quiet">
          Cancel
        </Button>
        <Button busy={isSending} type="submit">
          {isSending ? 'Posting...' : 'Post'}
        </Button>
      </div>
    </form>
  );
}
