/** Creates products and orders through the API. */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import type { Order } from '#contract/orders.ts';
import type { Product } from '#contract/store.ts';
import { send } from '../fixtures/requests.ts';
import type { TestApp, TestPerson } from './app.ts';
import { formBody, type Multipart } from './multipart.ts';

type Fields = Record<string, unknown>;

const storeUrl = '/api/store';
export const cap = { title: 'Cap', description: 'Black, one size.', price: 14.5 };

/** A multipart body of these fields and, with bytes, a picture. */
export function itemForm(fields: Fields, bytes?: Buffer): Multipart {
  return formBody(fields, bytes && { name: 'file', value: bytes, filename: 'cap.png' });
}

/** The calls of one test app; `running` is read at each call, so that it may start later. */
export function storeOf(running: () => TestApp) {
  const call = (
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    path: string,
    by: TestPerson = running().admin,
    body: object | Multipart | null = null,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> => send(running(), method, storeUrl + path, by, body, headers);

  /** Repeats a call that got 503: on a busy machine the database's timeouts end some of many concurrent calls. */
  async function retried(...args: Parameters<typeof call>): Promise<LightMyRequestResponse> {
    for (let tries = 1; ; tries += 1) {
      const response = await call(...args);
      if (response.statusCode !== 503 || tries === 20) return response;
      await pause(200);
    }
  }

  /** A product without an uploaded picture, which would take time to encode; returns its id. */
  async function add(fields: Partial<typeof cap & { stock: number }> = {}): Promise<number> {
    const { db, now } = running().ctx;
    const { title, description, price, stock = null } = { ...cap, ...fields };
    const [image_key, created_at] = [`products/${randomUUID()}.webp`, now().toISOString()];
    await db
      .insertInto('objects')
      .values({
        ...{ key: image_key, kind: 'webp', media_type: 'image/webp', size: 1, sha256: '' },
        ...{ original_name: 'cap.png', created_at, width: 8, height: 6, color: '#c02020' },
      })
      .execute();
    const price_cents = Math.round(price * 100);
    const { id } = await db
      .insertInto('products')
      .values({ title, description, price_cents, image_key, stock, created_at })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }

  /** Orders one unit unless the body says otherwise. */
  function order(
    id: number,
    by: TestPerson = running().employee,
    body: Fields = {},
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    return retried('POST', `/${id}/orders`, by, { quantity: 1, ...body }, headers);
  }

  /** An accepted order; returns its id. */
  async function ordered(id: number, by?: TestPerson, body: Fields = {}): Promise<number> {
    const response = await order(id, by, body);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().id;
  }

  /** Sets an order's status. */
  function set(id: number, status: string, by?: TestPerson, more: Fields = {}) {
    return retried('PUT', `/orders/${id}/status`, by, { status, ...more });
  }

  async function products(query = '', by?: TestPerson): Promise<Product[]> {
    const response = await call('GET', query, by);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  }

  async function orders(query = '', by?: TestPerson): Promise<Order[]> {
    const response = await call('GET', `/orders${query}`, by);
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  }

  /** An item from the list. */
  async function product(id: number): Promise<Product | undefined> {
    return (await products()).find((entry) => entry.id === id);
  }

  return { call, add, order, ordered, set, products, orders, product };
}
