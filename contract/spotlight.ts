import * as z from 'zod/mini';
import { lengthOf } from './characters.ts';
import { endpoint } from './endpoint.ts';
import {
  anyChoice,
  anyFlag,
  created,
  done,
  idParams,
  instant,
  line,
  page,
  storable,
  version,
} from './fields.ts';
import { picture, pictureKinds, pictureWidths } from './files.ts';
import { field } from './messages/general.ts';
import { spotlight as say } from './messages/spotlight.ts';

/** How a post looks: picture above its text, beside it, or behind its title. */
export const layouts = ['layout1', 'layout2', 'layout3'] as const;
export type Layout = (typeof layouts)[number];

/** Longest text of a post, in characters; an emoji counts as one, so does a line break. */
export const longestPost = 1750;

/** The five that a post can be answered with, in their order. */
export const emojis = ['👍', '😊', '❤️', '😮', '😢'] as const;
export type Emoji = (typeof emojis)[number];

/** A post of the employee spotlight, newest first in lists. */
export const post = z.object({
  id: z.int(),
  title: z.string(),
  text: z.string(),
  layout_type: z.enum(layouts),
  /** Key for the presign call, which only a signed-in caller can make; null: no picture. */
  image_url: z.nullable(z.string()),
  picture: z.nullable(picture),
  created_at: instant,
  version: z.int(),
});
export type Post = z.output<typeof post>;

const postText = z.string({ error: field.required }).check(
  z.overwrite((text) => text.replace(/\r\n?/g, '\n')),
  z.refine((text) => text.trim() !== '', { error: field.required, abort: true }),
  z.refine((text) => lengthOf(text) <= longestPost, field.tooLong(longestPost)),
  storable,
);

const fields = { title: line(200), text: postText };
const missing = { title: say.fieldsMissing, text: say.fieldsMissing };
const upload = {
  field: 'image',
  kinds: pictureKinds,
  required: false,
  maxBytes: 'usual',
  widths: pictureWidths,
} as const;

export const listPosts = endpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/api/spotlight/posts',
  access: 'public',
  summary:
    'The posts, newest first, without their pictures. Where PUBLIC_SPOTLIGHT is `off`: 401 without a token, also for their reactions.',
  query: z.object(page),
  status: 200,
  reply: z.array(post),
  paged: true,
});

export const createPost = endpoint({
  name: 'createPost',
  method: 'POST',
  path: '/api/spotlight/upload',
  access: 'admin',
  summary: 'Adds a post, with a picture or without.',
  body: z.object({
    ...fields,
    layout_type: z._default(anyChoice(layouts), 'layout1'),
  }),
  upload,
  status: 201,
  reply: created,
  idempotent: true,
  invalid: missing,
});

export const updatePost = endpoint({
  name: 'updatePost',
  method: 'PUT',
  path: '/api/spotlight/posts/{id}',
  access: 'admin',
  summary:
    'Changes the keys that are sent, as multipart or JSON; another image replaces the picture.',
  params: idParams,
  body: z.object({
    title: z.optional(fields.title),
    text: z.optional(fields.text),
    layout_type: anyChoice(layouts),
    /** 1: the post has no picture any more. */
    remove_image: anyFlag(),
    version: version(),
  }),
  upload,
  status: 200,
  reply: done,
  invalid: missing,
});

export const deletePost = endpoint({
  name: 'deletePost',
  method: 'DELETE',
  path: '/api/spotlight/posts/{id}',
  access: 'admin',
  summary: 'Deletes a post with its picture and its reactions.',
  params: idParams,
  status: 200,
  reply: done,
});

const counts = z.array(z.object({ emoji: z.enum(emojis), count: z.int() }));
export type ReactionCounts = z.output<typeof counts>;

export const listReactions = endpoint({
  name: 'listReactions',
  method: 'GET',
  path: '/api/spotlight/posts/{id}/reactions',
  access: 'public',
  summary: 'How often a post was answered with which emoji; those that nobody chose are left out.',
  params: idParams,
  status: 200,
  reply: counts,
});

export const ownReaction = endpoint({
  name: 'ownReaction',
  method: 'GET',
  path: '/api/spotlight/posts/{id}/myreaction',
  access: 'signed-in',
  summary: "The caller's own reaction to a post, null for none.",
  params: idParams,
  status: 200,
  reply: z.object({ emoji: z.nullable(z.enum(emojis)) }),
});

export const listReactors = endpoint({
  name: 'listReactors',
  method: 'GET',
  path: '/api/spotlight/posts/{id}/reactors',
  access: 'signed-in',
  summary: 'Who answered a post with what, the latest first.',
  params: idParams,
  status: 200,
  reply: z.array(
    z.object({
      emoji: z.enum(emojis),
      user_id: z.int(),
      /** First and last name, else the username. */
      name: z.string(),
    }),
  ),
});

/** ❤ is taken with and without its variation selector. */
const emoji = z.pipe(
  z.nullable(z.string({ error: say.badEmoji })),
  z.transform((value, context) => {
    const found = value === '❤' ? '❤️' : value;
    if (found === null || emojis.some((entry) => entry === found)) return found as Emoji | null;
    context.issues.push({ code: 'custom', message: say.badEmoji, input: value });
    return z.NEVER;
  }),
);

export const react = endpoint({
  name: 'react',
  method: 'POST',
  path: '/api/spotlight/posts/{id}/reactions',
  access: 'signed-in',
  summary: "Sets the caller's one reaction to a post, or takes it back with null.",
  params: idParams,
  body: z.object({ emoji }),
  status: 200,
  /** With the counts as they are now. */
  reply: z.object({ message: z.string(), reactions: counts }),
});

/** What the server sends, empty, to open pages when posts were added, changed or deleted: they ask again. */
export const postsEvent = 'posts';

/** What the server sends to open pages when somebody has reacted: that post's counts. */
export const reactionsEvent = 'reactions';
export interface ReactionsNews {
  post_id: number;
  reactions: ReactionCounts;
}
