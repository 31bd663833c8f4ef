import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  anyWhole,
  created,
  done,
  idParams,
  line,
  money,
  optionalWhole,
  page,
  text,
  version,
} from './fields.ts';
import { picture, pictureKinds, pictureWidths } from './files.ts';
import { store as say } from './messages/store.ts';

/** Largest number of pieces that a stock can be. */
export const mostStock = 1_000_000;

/** An item of the employee store, newest first in lists. */
export const product = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  /** Dollars. */
  price: z.number(),
  /** Key for the presign call. */
  image_key: z.string(),
  picture,
  /** Pieces that can still be ordered; null: not counted. */
  stock: z.nullable(z.int()),
  version: z.int(),
});
export type Product = z.output<typeof product>;

const fields = { title: line(200), description: text(), price: money() };

const missing = {
  title: say.fieldsMissing,
  description: say.fieldsMissing,
  price: say.fieldsMissing,
};

const upload = {
  field: 'file',
  kinds: pictureKinds,
  maxBytes: 'usual',
  widths: pictureWidths,
} as const;

export const listProducts = endpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/api/store',
  access: 'signed-in',
  summary: 'The items of the store, newest first.',
  query: z.object(page),
  status: 200,
  reply: z.array(product),
  paged: true,
});

export const createProduct = endpoint({
  name: 'createProduct',
  method: 'POST',
  path: '/api/store/upload',
  access: 'admin',
  summary: 'Adds an item with its picture.',
  body: z.object({ ...fields, stock: optionalWhole(0, mostStock) }),
  upload: { ...upload, required: true },
  status: 201,
  reply: created,
  idempotent: true,
  invalid: { ...missing, file: say.imageMissing },
});

export const updateProduct = endpoint({
  name: 'updateProduct',
  method: 'PUT',
  path: '/api/store/{id}',
  access: 'admin',
  summary:
    'Changes the keys that are sent, as multipart or JSON; another file replaces the picture.',
  params: idParams,
  body: z.object({
    title: z.optional(fields.title),
    description: z.optional(fields.description),
    price: z.optional(fields.price),
    /** '' or null: not counted any more. */
    stock: z.optional(anyWhole(0, mostStock)),
    /** The stock that the admin saw: where orders have changed it since, `stock` is refused with 409. */
    stock_seen: z.optional(anyWhole(0, mostStock)),
    version: version(),
  }),
  upload: { ...upload, required: false },
  status: 200,
  reply: done,
  invalid: missing,
});

export const deleteProduct = endpoint({
  name: 'deleteProduct',
  method: 'DELETE',
  path: '/api/store/{id}',
  access: 'admin',
  summary: 'Takes an item and its picture out of the store; orders of it stay.',
  params: idParams,
  status: 200,
  reply: done,
});

/** What the server sends, empty, to open pages when items or their stock have changed: they ask again. */
export const productsEvent = 'products';
