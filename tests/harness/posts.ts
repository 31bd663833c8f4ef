/** Puts posts of the spotlight there, as the office does, and answers them, as everybody does. */
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Post } from '#contract/spotlight.ts';
import type { TestApp, TestPerson } from './app.ts';
import { type Multipart, multipartOf } from './multipart.ts';

type Fields = Record<string, string>;

export const postsUrl = '/api/spotlight/posts';

/** A multipart body as the form of the page sends it. */
export function postForm(fields: Fields, image?: Buffer): Multipart {
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const file = image && { name: 'image', value: image, filename: 'IMG_2041.jpg' };
  return multipartOf(file ? [...parts, file] : parts);
}

/** The calls of one test app; `running` is asked at each call, so that it may start later. */
export function postsOf(running: () => TestApp) {
  const send = (
    method: 'POST' | 'PUT',
    url: string,
    { payload, headers }: Multipart,
    more: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> => {
    const { app, admin } = running();
    return app.inject({
      method,
      url,
      payload,
      headers: { ...admin.headers, ...headers, ...more },
    });
  };

  /** A post, with a picture or without; answers its id. */
  async function add(fields: Fields = {}, image?: Buffer): Promise<number> {
    const form = postForm(
      { title: 'A million safe miles', text: 'Well driven.', ...fields },
      image,
    );
    const answer = await send('POST', '/api/spotlight/upload', form);
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json().id;
  }

  const change = (id: number, fields: Fields, image?: Buffer) =>
    send('PUT', `${postsUrl}/${id}`, postForm(fields, image));

  const remove = (id: number) =>
    running().app.inject({
      method: 'DELETE',
      url: `${postsUrl}/${id}`,
      headers: running().admin.headers,
    });

  async function list(): Promise<Post[]> {
    return (await running().app.inject(postsUrl)).json();
  }

  async function one(id: number): Promise<Post> {
    const found = (await list()).find((post) => post.id === id);
    if (!found) throw new Error(`post ${id} is not listed`);
    return found;
  }

  const react = (id: number, by: TestPerson, emoji: unknown) =>
    running().app.inject({
      method: 'POST',
      url: `${postsUrl}/${id}/reactions`,
      payload: { emoji },
      headers: by.headers,
    });

  return { send, add, change, remove, list, one, react };
}
