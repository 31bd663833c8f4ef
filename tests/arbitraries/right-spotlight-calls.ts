import type { TestApp } from '../harness/app.ts';
import { pictureOf } from '../harness/file-samples.ts';
import { postForm, postsOf, postsUrl } from '../harness/posts.ts';
import type { RightCall } from './right-document-calls.ts';
import { type FieldRule, flag, line, optionalChoice, type Wire } from './wire-rules.ts';

const given = (t: TestApp) => postsOf(() => t);
const urlOf = async (t: TestApp) => `${postsUrl}/${await given(t).add()}`;
const post = () => ({ title: 'Driver of the quarter', text: 'Nine cars,\nnot a scratch.' });

const ofPost =
  (of: string, payload?: object): RightCall =>
  async (t) => ({ url: `${await urlOf(t)}${of}`, ...(payload && { payload }) });

/** The part of the spotlight in `rightCalls`. */
export const rightSpotlightCalls: Record<string, RightCall> = {
  listPosts: () => ({}),
  createPost: () => postForm(post()),
  updatePost: ofPost('', { title: 'Driver of the year' }),
  deletePost: ofPost(''),
  listReactions: ofPost('/reactions'),
  ownReaction: ofPost('/myreaction'),
  listReactors: ofPost('/reactors'),
  react: ofPost('/reactions', { emoji: '👍' }),
};

/** A post that both have answered. */
const answered =
  (of: string): RightCall =>
  async (t) => {
    const id = await given(t).add({}, await pictureOf('png'));
    for (const [who, emoji] of [
      [t.employee, '❤'],
      [t.admin, '😮'],
    ] as const) {
      const answer = await given(t).react(id, who, emoji);
      if (answer.statusCode !== 200) throw new Error(answer.body);
    }
    return { url: `${postsUrl}/${id}${of}` };
  };

/** What each call of the spotlight needs to succeed with as much in its reply as there can be. */
export const fullSpotlightCalls: Record<string, RightCall> = {
  ...rightSpotlightCalls,
  listPosts: async (t) => {
    await given(t).add({ layout_type: 'layout3' }, await pictureOf('jpeg'));
    return {};
  },
  listReactions: answered('/reactions'),
  ownReaction: answered('/myreaction'),
  listReactors: answered('/reactors'),
};

const fields: Record<string, FieldRule> = {
  title: line(200),
  text: { kind: 'text', required: true, max: 1750 },
  layout_type: optionalChoice('layout1', 'layout2', 'layout3'),
};

/** The part of the spotlight in `wires`; whoever changes or answers a post makes it first. */
export const spotlightWires: Record<string, Wire> = {
  createPost: { valid: post, fields },
  updatePost: {
    valid: () => ({ ...post(), version: 1 }),
    fields: { ...fields, remove_image: flag, version: { kind: 'version' } },
  },
  react: {
    valid: () => ({ emoji: '👍' }),
    fields: {
      emoji: {
        kind: 'choice',
        required: true,
        mayBeNull: true,
        choices: ['👍', '😊', '❤️', '😮', '😢'],
      },
    },
  },
};
