/** Creates spotlight posts and reacts to them. */
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Post } from '#contract/spotlight.ts';
import { send } from '../fixtures/requests.ts';
import type { TestApp, TestPerson } from './app.ts';
import { formBody, type Multipart } from './multipart.ts';

type Fields = Record<string, string>;

export const postsUrl = '/api/spotlight/posts';

/** A multipart body like that of the page's form. */
export function postForm(fields: Fields, image?: Buffer): Multipart {
  return formBody(fields, image && { name: 'image', value: image, filename: 'IMG_2041.jpg' });
}

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function postsOf(running: () => TestApp) {
  const sendForm = (
    method: 'POST' | 'PUT',
    url: string,
    form: Multipart,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> =>
    send(running(), method, url, running().admin, form, headers);

  /** Creates a post with or without a picture; returns its id. */
  async function add(fields: Fields = {}, image?: Buffer): Promise<number> {
    const form = postForm(
      { title: 'A million safe miles', text: 'Well driven.', ...fields },
      image,
    );
    const response = await sendForm('POST', '/api/spotlight/upload', form);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().id;
  }

  const change = (id: number, fields: Fields, image?: Buffer) =>
    sendForm('PUT', `${postsUrl}/${id}`, postForm(fields, image));

  const remove = (id: number) => send(running(), 'DELETE', `${postsUrl}/${id}`, running().admin);

  async function list(): Promise<Post[]> {
    return (await running().app.inject(postsUrl)).json();
  }

  async function one(id: number): Promise<Post> {
    const found = (await list()).find((post) => post.id === id);
    if (!found) throw new Error(`post ${id} is not listed`);
    return found;
  }

  const react = (id: number, by: TestPerson, emoji: unknown) =>
    send(running(), 'POST', `${postsUrl}/${id}/reactions`, by, { emoji });

  return { send: sendForm, add, change, remove, list, one, react };
}
