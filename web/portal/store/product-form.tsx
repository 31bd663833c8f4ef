import { useEffect, useRef } from 'react';
import * as z from 'zod/mini';
import { store as messages } from '#contract/messages/store.ts';
import {
  createProduct,
  type Product,
  productFields,
  productInput,
  updateProduct,
} from '#contract/store.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { ChosenPicture } from '../shared/files/chosen-picture.tsx';
import { FormFile } from '../shared/files/form-file.tsx';
import { useUpload } from '../shared/files/use-upload.ts';
import { formValues } from '../shared/records/field-values.ts';
import { RecordForm } from '../shared/records/record-form.tsx';
import { type SaveTarget, useRecordForm } from '../shared/records/use-record-form.ts';
import { focusContent, toast } from '../shared/toast.tsx';
import { productsKey } from './store.data.ts';

const picture = z.nullable(z.file());
const changed = z.extend(productInput, { file: picture });
const added = z.extend(productInput, {
  file: picture.check(z.refine((file) => file !== null, messages.imageMissing)),
});

const valuesOf = (product: Product | null) => ({
  ...formValues(productFields, product ?? {}),
  file: null as File | null,
});
type Values = ReturnType<typeof valuesOf>;

const summaryOf = ({ title, description, price }: Values) =>
  [title, description, price].some((value) => isBlank(value)) ? messages.fieldsMissing : null;

interface ProductFormProps {
  /** The product to change, as loaded when the form opened; null to add one. */
  product: Product | null;
  /** Moves the focus into the first field. */
  focus: boolean;
  onDirty: (isDirty: boolean) => void;
  onSaved: () => void;
  /** Null for no Cancel button. */
  onCancel: (() => void) | null;
}

export function ProductForm({ product, focus, onDirty, onSaved, onCancel }: ProductFormProps) {
  const section = useRef<HTMLElement>(null);
  const create = useUpload(createProduct);
  const update = useUpload(updateProduct);
  const { percent, cancel } = product ? update : create;

  function save(
    { file, stock, ...body }: z.output<typeof changed>,
    { record }: SaveTarget<Product>,
  ) {
    if (record === null) return create.start({ fields: { ...body, stock }, file });
    // Orders change the stock meanwhile, so it is sent only when the admin changed it.
    const isCounted = stock !== record.stock;
    const counts = isCounted ? { stock: stock ?? '', stock_seen: record.stock ?? '' } : {};
    const fields = { ...body, ...counts, version: record.version };
    return update.start({ params: { id: record.id }, fields, file });
  }

  const state = useRecordForm({
    draft: 'product',
    record: product,
    idOf: ({ id }) => id,
    valuesOf,
    schema: product ? changed : added,
    save,
    queryKey: productsKey,
    messages,
    summaryOf,
    // When only orders have changed the product, all other input stays.
    keepOf: ({ stock: _, ...typed }, current, base) =>
      current.version === base?.version ? typed : { file: typed.file },
    onDirty,
    onSaved: ({ message }) => {
      onSaved();
      focusContent();
      toast.show(message);
    },
    onDone: onSaved,
  });
  const { form, conflict } = state;
  const { file, title } = form.watch();

  useEffect(() => {
    // A stock that the admin didn't change follows the orders.
    if (!conflict || form.getFieldState('stock').isDirty) return;
    form.resetField('stock', { defaultValue: valuesOf(conflict.current).stock });
  }, [conflict, form]);
  useEffect(() => {
    if (!focus) return;
    section.current?.querySelector('input')?.focus({ preventScroll: true });
    section.current?.scrollIntoView({ block: 'nearest' });
  }, [focus]);

  return (
    <section
      aria-labelledby="product-form"
      className="scroll-mt-20 border border-t-2 border-line border-t-ink bg-sheet p-5"
      ref={section}
    >
      <h2 className="display mb-4 text-lg" id="product-form">
        {product ? 'Update an item' : 'New item'}
      </h2>
      <RecordForm
        columns="grid-cols-2"
        fields={productFields}
        onCancel={onCancel}
        state={state}
        submitLabel={product ? 'Update Product' : 'Add Product'}
        upload={{ percent, cancel, name: file?.name ?? title }}
      >
        <FormFile
          control={form.control}
          hint={product?.image_key ? 'Leave blank to keep the picture.' : undefined}
          kinds={createProduct.upload.kinds}
          label={product?.image_key ? 'New image' : 'Image'}
          name="file"
          plain
          required={product === null}
        />
        {file && <ChosenPicture alt={`Preview of ${file.name}`} file={file} />}
      </RecordForm>
    </section>
  );
}
