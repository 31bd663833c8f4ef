import { files } from '#contract/messages/files.ts';
import { field } from '#contract/messages/general.ts';
import { store as text } from '#contract/messages/store.ts';
import { createProduct, type Product } from '#contract/store.ts';
import { dollars } from '#web/lib/dollars.ts';
import { fieldErrors, unreadable } from '#web/lib/form-values.ts';
import type { Difference } from '../frame/conflict-notice.tsx';

/** What the controls of an item hold. */
export interface ProductValues {
  title: string;
  description: string;
  /** Dollars as typed. */
  price: string;
  /** Pieces as typed; '' where they are not counted. */
  stock: string;
  file: File | null;
}

export const blankProduct: ProductValues = {
  title: '',
  description: '',
  price: '',
  stock: '',
  file: null,
};

/** How the controls are called, in their order. */
export const productLabels = {
  title: 'Title',
  description: 'Description',
  price: 'Price',
  stock: 'Stock',
  file: 'Image',
} as const;

/** The editable part of an item. */
export function valuesOf({ title, description, price, stock }: Product): ProductValues {
  return { title, description, price: price.toFixed(2), stock: String(stock ?? ''), file: null };
}

/** Whether the form holds something else than it began with. */
export function isChanged(values: ProductValues, start: ProductValues): boolean {
  return (Object.keys(start) as (keyof ProductValues)[]).some(
    (name) => values[name] !== start[name],
  );
}

/** What goes out beside the picture. The stock only where it was changed here: orders count it down meanwhile. */
export function fieldsOf(values: ProductValues, read: Product | null): Record<string, unknown> {
  const { title, description, price, stock } = values;
  if (read === null) return { title, description, price, stock };
  const seen = String(read.stock ?? '');
  const counted = stock === seen ? {} : { stock, stock_seen: seen };
  return { title, description, price, version: read.version, ...counted };
}

/** What the server would say, by wire name, before a byte is sent. */
export function faultsOf(
  values: ProductValues,
  isNew: boolean,
  form: HTMLFormElement | null,
): Record<string, string> {
  const faults = fieldErrors(createProduct.body, values);
  for (const name of form ? unreadable(form) : []) {
    faults[name] = name === 'price' ? field.money : (faults[name] ?? field.text);
  }
  const { file } = values;
  if (isNew && file === null) faults.file = text.imageMissing;
  // Most phones send JPEG instead, as the control asks them to; a desk sends what was chosen.
  if (file && /\.hei[cf]$/i.test(file.name)) faults.file = files.heic;
  return faults;
}

/** Whether one of the three fields that SPEC.md asks for is empty. */
export function isIncomplete({ title, description, price }: ProductValues): boolean {
  return [title, description, price].some((value) => value.trim() === '');
}

/** Where the stored item and the form differ, as people read it. */
export function differencesOf(current: Product, mine: ProductValues): Difference[] {
  const theirs = valuesOf(current);
  const read = {
    title: (value: string) => value,
    description: (value: string) => value,
    price: (value: string) => (value === '' ? '' : dollars(Number(value))),
    stock: (value: string) => (value === '' ? 'Not counted' : value),
  };
  return (Object.keys(read) as (keyof typeof read)[])
    .map((name) => ({
      label: productLabels[name],
      theirs: read[name](theirs[name]),
      mine: read[name](mine[name]),
    }))
    .filter((difference) => difference.theirs !== difference.mine);
}
