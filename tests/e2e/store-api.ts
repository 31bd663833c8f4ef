/** Creates products and orders through the API. */
import { pictureOf } from '../harness/file-samples.ts';
import type { RunningServer } from '../harness/server.ts';
import { send, tokenOf, unique } from './office-api.ts';

type Server = Pick<RunningServer, 'url'>;
type Person = { username: string; password: string };

/** Creates a product; by default its stock is not counted. */
export async function addProduct(
  server: Server,
  values: { title?: string; stock?: number } = {},
): Promise<{ id: number; title: string }> {
  const title = unique('Rain jacket');
  const fields = { title, description: 'Keeps dry.', price: '12.5', stock: '', ...values };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value));
  const png = await pictureOf('png', { width: 400, height: 300 });
  form.append('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'jacket.png');
  const token = await tokenOf(server);
  const { id } = await send<{ id: number }>(server, 'POST', '/api/store/upload', token, form);
  return { id, title: fields.title };
}

/** Changes a product as another admin would. */
export async function changeProduct(
  server: Server,
  id: number,
  values: Record<string, unknown>,
): Promise<void> {
  await send(server, 'PUT', `/api/store/${id}`, await tokenOf(server), values);
}

/** Orders a product and returns the order's id. */
export async function order(
  server: Server,
  person: Person | undefined,
  productId: number,
  quantity = 1,
  note = '',
): Promise<number> {
  const token = await tokenOf(server, person);
  const body = { quantity, note };
  const path = `/api/store/${productId}/orders`;
  const { id } = await send<{ id: number }>(server, 'POST', path, token, body);
  return id;
}
