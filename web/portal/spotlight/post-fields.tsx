import { lengthOf } from '#contract/characters.ts';
import { longestPost, type Post } from '#contract/spotlight.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { LayoutChoice } from './layout-choice.tsx';
import { PictureField } from './picture-field.tsx';
import type { PostValues } from './post-values.ts';

interface PostFieldsProps {
  values: PostValues;
  /** Null for a new one. */
  post: Post | null;
  onChange: (change: Partial<PostValues>) => void;
  /** By wire name. */
  errors: Readonly<Record<string, string>>;
  /** Wire names of what is required and empty, which one sentence says. */
  missing: readonly string[];
  missingId: string;
  disabled: boolean;
}

/** The controls of a post, by their wire names. */
export function PostFields({
  values,
  post,
  onChange,
  errors,
  missing,
  missingId,
  disabled,
}: PostFieldsProps) {
  const length = lengthOf(values.text);
  // One sentence for both, so that neither says it twice.
  const faulty = (name: string) =>
    missing.includes(name) ? { 'aria-invalid': true, 'aria-describedby': missingId } : {};
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <Field error={errors.title} label="Title" name="title" required>
          <Input
            autoComplete="off"
            disabled={disabled}
            maxLength={200}
            onChange={(event) => onChange({ title: event.target.value })}
            value={values.title}
            {...faulty('title')}
          />
        </Field>
        <Field
          error={errors.text}
          hint={
            <span
              className={`block text-right tabular-nums ${length >= longestPost ? 'font-bold text-danger' : ''}`}
            >
              {length}/{longestPost}
            </span>
          }
          label="Text"
          name="text"
          required
        >
          <Textarea
            className="field-sizing-content max-h-96 min-h-40"
            disabled={disabled}
            onChange={(event) => onChange({ text: event.target.value })}
            value={values.text}
            {...faulty('text')}
          />
        </Field>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <LayoutChoice
          disabled={disabled}
          onChange={(layout_type) => onChange({ layout_type })}
          value={values.layout_type}
        />
        <PictureField
          disabled={disabled}
          error={errors.image}
          onChange={onChange}
          post={post}
          values={values}
        />
      </div>
    </div>
  );
}
