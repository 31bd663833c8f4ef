import * as z from 'zod/mini';
import { picture, pictureKinds, pictureWidths } from './files.ts';
import { field } from './messages/general.ts';
import { spotlight as messages } from './messages/spotlight.ts';
import { isBlank, unixLines } from './text/blank-text.ts';
import { lengthOf } from './text/characters.ts';
import { endpoint } from './wire/endpoint.ts';
import {
  anyChoice,
  anyFlag,
  convert,
  created,
  done,
  idParams,
  instant,
  line,
  page,
  storable,
} from './wire/fields.ts';
import { createShape, type RecordFields, replyShape, updateShape } from './wire/record-fields.ts';
import { withSpanish } from './wire/spanish-fields.ts';

/** The picture is above the text, beside it, or behind the title. */
export const layouts = ['layout1', 'layout2', 'layout3'] as const;
export type Layout = (typeof layouts)[number];

/** In characters; an emoji counts as one, so does a line break. */
export const maxPostLength = 1750;

/** The reactions to a post, in display order. */
export const emojis = ['👍', '😊', '❤️', '😮', '😢'] as const;
export type Emoji = (typeof emojis)[number];

const postText = z.string({ error: field.required }).check(
  z.overwrite(unixLines),
  z.refine((text) => !isBlank(text), { error: field.required, abort: true }),
  z.refine((text) => lengthOf(text) <= maxPostLength, field.tooLong(maxPostLength)),
  storable,
);

/** A post of the employee spotlight; its picture comes as a file. */
export const postFields = withSpanish(
  {
    id: { kind: 'id', label: 'Post ID' },
    title: { kind: 'line', label: 'Title', schema: line(200) },
    text: { kind: 'text', label: 'Text', schema: postText },
    layout_type: {
      kind: 'choice',
      label: 'Layout',
      schema: z._default(anyChoice(layouts), 'layout1'),
      updateSchema: anyChoice(layouts),
      replySchema: z.enum(layouts),
      options: layouts.map((value, index) => ({ value, label: `Layout ${index + 1}` })),
    },
  } satisfies RecordFields,
  '_es',
  ['title', 'text'],
);

export const post = z.object({
  ...replyShape(postFields),
  /** Key for the presign call, which requires a token; null: no picture. */
  image_url: z.nullable(z.string()),
  picture: z.nullable(picture),
  created_at: instant,
  version: z.int(),
});
export type Post = z.output<typeof post>;

const missing = { title: messages.fieldsMissing, text: messages.fieldsMissing };
const upload = {
  field: 'image',
  kinds: pictureKinds,
  required: false,
  maxBytes: 'usual',
  imageWidths: pictureWidths,
} as const;

export const listPosts = endpoint({
  name: 'listPosts',
  method: 'GET',
  path: '/api/spotlight/posts',
  access: 'public',
  summary:
    'Lists posts, newest first, without their pictures. With PUBLIC_SPOTLIGHT=off: 401 without a token, also for reactions.',
  query: z.object(page),
  status: 200,
  reply: z.array(post),
  paged: true,
});

export const postInput = z.object(createShape(postFields));

export const createPost = endpoint({
  name: 'createPost',
  method: 'POST',
  path: '/api/spotlight/upload',
  access: 'admin',
  summary: 'Adds a post, with a picture or without.',
  body: postInput,
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
    ...updateShape(postFields),
    /** 1: removes the picture. */
    remove_image: anyFlag(),
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
  summary: 'Counts the reactions to a post by emoji; emoji without a reaction are left out.',
  params: idParams,
  status: 200,
  reply: counts,
});

export const ownReaction = endpoint({
  name: 'ownReaction',
  method: 'GET',
  path: '/api/spotlight/posts/{id}/myreaction',
  access: 'signed-in',
  summary: "Returns the caller's own reaction to a post, null for none.",
  params: idParams,
  status: 200,
  reply: z.object({ emoji: z.nullable(z.enum(emojis)) }),
});

export const listReactors = endpoint({
  name: 'listReactors',
  method: 'GET',
  path: '/api/spotlight/posts/{id}/reactors',
  access: 'signed-in',
  summary: 'Lists who reacted to a post and how, latest first.',
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

/** ❤ is accepted with and without its variation selector. */
const emoji = z.pipe(
  z.nullable(z.string({ error: messages.badEmoji })),
  convert((value: string | null): Emoji | null | undefined => {
    const found = value === '❤' ? '❤️' : value;
    return found === null ? null : emojis.find((entry) => entry === found);
  }, messages.badEmoji),
);

export const react = endpoint({
  name: 'react',
  method: 'POST',
  path: '/api/spotlight/posts/{id}/reactions',
  access: 'signed-in',
  summary: "Sets the caller's reaction to a post, or removes it with null.",
  params: idParams,
  body: z.object({ emoji }),
  status: 200,
  /** With the new counts. */
  reply: z.object({ message: z.string(), reactions: counts }),
});

/** Sent without a payload when posts were created, changed or deleted; open pages reload them. */
export const postsEvent = 'posts';

/** Sent with the new counts of a post when someone reacted. */
export const reactionsEvent = 'reactions';
export interface ReactionsNews {
  post_id: number;
  reactions: ReactionCounts;
}
