import { lengthOf } from '#contract/characters.ts';
import { field } from '#contract/messages/general.ts';
import { type Layout, layouts, longestPost, type Post } from '#contract/spotlight.ts';
import type { Difference } from '../frame/conflict-notice.tsx';

/** What the controls of a post hold. */
export interface PostValues {
  title: string;
  text: string;
  layout_type: Layout;
  /** A picture that was chosen, null for none. */
  image: File | null;
  /** 1: the picture that is stored goes. */
  remove_image: 0 | 1;
}

/** What each layout is called, by its wire name. */
export const layoutNames: Readonly<Record<Layout, string>> = {
  layout1: 'Layout 1',
  layout2: 'Layout 2',
  layout3: 'Layout 3',
};

/** The editable part of a post; null is a new one. */
export function valuesOf(post: Post | null): PostValues {
  return {
    title: post?.title ?? '',
    text: post?.text ?? '',
    layout_type: post?.layout_type ?? layouts[0],
    image: null,
    remove_image: 0,
  };
}

/** Whether the form holds something else than the post. */
export function isChanged(post: Post | null, values: PostValues): boolean {
  const had = valuesOf(post);
  return (Object.keys(had) as (keyof PostValues)[]).some((name) => had[name] !== values[name]);
}

/** The required fields that hold nothing. */
export function missingIn({ title, text }: PostValues): string[] {
  return Object.entries({ title, text }).flatMap(([name, value]) =>
    value.trim() === '' ? [name] : [],
  );
}

/** What is wrong with single fields that hold something, by wire name. */
export function faultsOf({ text }: PostValues): Record<string, string> {
  return lengthOf(text) > longestPost ? { text: field.tooLong(longestPost) } : {};
}

/** Where the stored post and the form differ, as people read it; `read` is what the form began with. */
export function differencesOf(current: Post, mine: PostValues, read: Post): Difference[] {
  const pictureIs = (post: Post, of: string) =>
    post.image_url === null ? 'No picture' : post.image_url === read.image_url ? 'As it was' : of;
  const rows = [
    { label: 'Title', theirs: current.title, mine: mine.title },
    { label: 'Text', theirs: current.text, mine: mine.text },
    {
      label: 'Layout',
      theirs: layoutNames[current.layout_type],
      mine: layoutNames[mine.layout_type],
    },
    {
      label: 'Picture',
      theirs: pictureIs(current, 'Another picture'),
      // Without another picture the one that is stored stays, whoever stored it.
      mine:
        mine.image?.name ??
        (mine.remove_image === 1 ? 'No picture' : pictureIs(current, 'Another picture')),
    },
  ];
  return rows.filter((row) => row.theirs !== row.mine);
}
