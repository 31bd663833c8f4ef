import * as z from 'zod/mini';
import { field } from '#contract/messages/general.ts';
import { spotlight as messages } from '#contract/messages/spotlight.ts';
import {
  createPost,
  maxPostLength,
  type Post,
  postFields,
  postInput,
  updatePost,
} from '#contract/spotlight.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { lengthOf } from '#contract/text/characters.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { useUpload } from '../shared/files/use-upload.ts';
import type { Difference } from '../shared/records/conflict-alert.tsx';
import { differencesOf, formValues } from '../shared/records/field-values.ts';
import { FormFields } from '../shared/records/form-fields.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { type SaveTarget, useRecordForm } from '../shared/records/use-record-form.ts';
import { LayoutChoice } from './layout-choice.tsx';
import { PictureField, type PostValues } from './picture-field.tsx';
import { postsKey } from './spotlight.data.ts';

const schema = z.extend(postInput, {
  image: z.nullable(z.file()),
  remove_image: z.literal([0, 1]),
});

const { title_es, text_es } = postFields;
const spanishFields = { title_es, text_es };

const valuesOf = (post: Post | null): PostValues => ({
  ...formValues(postFields, post ?? { layout_type: 'layout1' }),
  image: null,
  remove_image: 0,
});

const summaryOf = ({ title, text }: PostValues) =>
  isBlank(title) || isBlank(text) ? messages.fieldsMissing : null;

interface PostFormProps {
  /** As it was when the dialog opened; null for a new one. */
  post: Post | null;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

export function PostForm({ post, onDirty, onDone }: PostFormProps) {
  const create = useUpload(createPost);
  const update = useUpload(updatePost);
  const { percent, cancel } = post ? update : create;

  function save(
    { image: file, remove_image, ...body }: z.output<typeof schema>,
    { record }: SaveTarget<Post>,
  ) {
    if (record === null) return create.start({ fields: body, file });
    const fields = { ...body, remove_image, version: record.version };
    return update.start({ params: { id: record.id }, fields, file });
  }

  const state = useRecordForm({
    draft: 'post',
    record: post,
    idOf: ({ id }) => id,
    valuesOf,
    schema,
    save,
    queryKey: postsKey,
    messages: { saveFailed: messages.submitFailed, gone: messages.gone },
    summaryOf,
    keepOf: ({ image }) => ({ image }),
    onDirty,
    onDone,
  });
  const { base, failureId, form } = state;
  const { errors } = form.formState;
  const { image, title, text } = form.watch();
  const length = lengthOf(text);
  const isMissing = (name: 'title' | 'text') => errors[name]?.message === field.required;
  // The message above the buttons covers both required fields.
  const errorOf = (name: 'title' | 'text') => (isMissing(name) ? undefined : errors[name]?.message);
  const ariaOf = (name: 'title' | 'text') =>
    isMissing(name) ? { 'aria-invalid': true, 'aria-describedby': failureId } : {};

  return (
    <FormShell
      differences={(current, entered) => postDifferences(current, entered, base)}
      state={state}
      submitLabel={state.isSaving ? 'Posting...' : 'Post'}
      upload={{ cancel, percent: image && percent, name: image?.name ?? title }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <Field error={errorOf('title')} label="Title" name="title" required>
            <Input
              {...form.register('title')}
              autoComplete="off"
              maxLength={200}
              {...ariaOf('title')}
            />
          </Field>
          <Field
            error={errorOf('text')}
            hint={
              <span
                className={`block text-right tabular-nums ${length >= maxPostLength ? 'font-bold text-danger' : ''}`}
              >
                {length}/{maxPostLength}
              </span>
            }
            label="Text"
            name="text"
            required
          >
            <Textarea
              {...form.register('text')}
              className="field-sizing-content max-h-96 min-h-40"
              {...ariaOf('text')}
            />
          </Field>
          <FormFields columns="" fields={spanishFields} form={form} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <LayoutChoice {...form.register('layout_type')} value={form.watch('layout_type')} />
          <PictureField form={form} post={base} />
        </div>
      </div>
    </FormShell>
  );
}

/** The differences between the stored post and the form; `base` is the form's initial version. */
function postDifferences(current: Post, entered: PostValues, base: Post | null): Difference[] {
  const stored =
    current.image_url === null
      ? 'No picture'
      : current.image_url === base?.image_url
        ? 'Unchanged'
        : 'Another picture';
  // Without a new file the stored picture stays, no matter who stored it.
  const own = entered.image?.name ?? (entered.remove_image === 1 ? 'No picture' : stored);
  const picture = stored === own ? [] : [{ label: 'Picture', saved: stored, entered: own }];
  return [...differencesOf(postFields, current, entered, () => undefined), ...picture];
}
