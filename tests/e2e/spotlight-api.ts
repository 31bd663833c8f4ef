/** Creates spotlight posts through the API. */
import type { Layout } from '#contract/spotlight.ts';
import { pictureOf } from '../harness/file-samples.ts';
import type { RunningServer } from '../harness/server.ts';
import { send, tokenOf, unique } from './office-api.ts';

type Server = Pick<RunningServer, 'url'>;

interface PostOptions {
  layout?: Layout;
  text?: string;
  /** Width and height of its picture; by default none. */
  picture?: { width: number; height: number };
}

/** Creates a post with a unique title. */
export async function addPost(
  server: Server,
  { layout = 'layout1', text = 'A million miles, not one claim.', picture }: PostOptions = {},
): Promise<{ id: number; title: string }> {
  const title = unique('Well done');
  const form = new FormData();
  for (const [name, value] of Object.entries({ title, text, layout_type: layout })) {
    form.append(name, value);
  }
  if (picture) {
    form.append('image', new Blob([new Uint8Array(await pictureOf('jpeg', picture))]), 'photo.jpg');
  }
  const token = await tokenOf(server);
  const { id } = await send<{ id: number }>(server, 'POST', '/api/spotlight/upload', token, form);
  return { id, title };
}
