import * as z from 'zod/mini';
import { picture, pictureKinds, pictureWidths } from './files.ts';
import { store as messages } from './messages/store.ts';
import { endpoint } from './wire/endpoint.ts';
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
} from './wire/fields.ts';
import { createShape, type RecordFields, replyShape, updateShape } from './wire/record-fields.ts';

/** In units. */
export const maxStock = 1_000_000;

/** A product of the employee store; its picture comes as a file. */
export const productFields = {
  id: { kind: 'id', label: 'Product ID' },
  title: { kind: 'line', label: 'Title', schema: line(200), isWide: true },
  description: { kind: 'text', label: 'Description', schema: text() },
  price: { kind: 'money', label: 'Price', schema: money(), description: 'Dollars.' },
  stock: {
    kind: 'number',
    label: 'Stock',
    schema: optionalWhole(0, maxStock),
    hint: messages.stockHint,
    description: 'Units that can still be ordered; null: not counted.',
  },
} satisfies RecordFields;

export const product = z.object({
  ...replyShape(productFields),
  /** Key for the presign call; null for an imported product that has no picture yet. */
  image_key: z.nullable(z.string()),
  picture: z.nullable(picture),
  version: z.int(),
});
export type Product = z.output<typeof product>;

const missing = {
  title: messages.fieldsMissing,
  description: messages.fieldsMissing,
  price: messages.fieldsMissing,
};

const upload = {
  field: 'file',
  kinds: pictureKinds,
  maxBytes: 'usual',
  imageWidths: pictureWidths,
} as const;

export const listProducts = endpoint({
  name: 'listProducts',
  method: 'GET',
  path: '/api/store',
  access: 'signed-in',
  summary: 'Lists the products of the store, newest first.',
  query: z.object(page),
  status: 200,
  reply: z.array(product),
  paged: true,
});

export const productInput = z.object(createShape(productFields));

export const createProduct = endpoint({
  name: 'createProduct',
  method: 'POST',
  path: '/api/store/upload',
  access: 'admin',
  summary: 'Adds a product with its picture.',
  body: productInput,
  upload: { ...upload, required: true },
  status: 201,
  reply: created,
  idempotent: true,
  invalid: { ...missing, file: messages.imageMissing },
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
    ...updateShape(productFields),
    /** The stock that the admin saw. When orders have changed it since, `stock` is refused with 409. */
    stock_seen: z.optional(anyWhole(0, maxStock)),
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
  summary: 'Deletes a product and its picture; its orders stay.',
  params: idParams,
  status: 200,
  reply: done,
});

/** Sent without a payload when products or their stock have changed; open pages reload them. */
export const productsEvent = 'products';
