import { useEffect, useRef } from 'react';
import { store as text } from '#contract/messages/store.ts';
import type { Product } from '#contract/store.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { FailedWrite } from '../files/failed-write.tsx';
import { UploadProgress } from '../files/upload-progress.tsx';
import { ConflictNotice } from '../frame/conflict-notice.tsx';
import { ProductFields } from './product-fields.tsx';
import { differencesOf } from './product-values.ts';
import { useProductForm } from './use-product-form.ts';

interface ProductFormProps {
  /** The item to change as it was when the form opened; null to add one. */
  product: Product | null;
  /** Puts the keyboard into the first field. */
  focus: boolean;
  onDirty: (dirty: boolean) => void;
  onSaved: () => void;
  onCancel: () => void;
}

/** Adds an item or changes one; nothing typed is lost to an error or to somebody else's change. */
export function ProductForm({ product, focus, onDirty, onSaved, onCancel }: ProductFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { values, errors, outcome, conflict, percent, isDirty, ...deeds } = useProductForm({
    product,
    form,
    onSaved,
  });
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    const section = form.current?.parentElement;
    if (!focus || !section) return;
    section.querySelector('input')?.focus({ preventScroll: true });
    section.scrollIntoView({ block: 'nearest' });
  }, [focus]);

  return (
    <section
      aria-labelledby="product-form"
      className="scroll-mt-20 border border-t-2 border-line border-t-ink bg-sheet p-5"
    >
      <h2 className="display mb-4 text-lg" id="product-form">
        {product ? 'Update an item' : 'New item'}
      </h2>
      <form
        className="grid gap-4"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void deeds.send();
        }}
        ref={form}
      >
        <ProductFields
          disabled={percent !== null}
          errors={errors}
          isNew={product === null}
          onChange={deeds.change}
          values={values}
        />
        {outcome.incomplete && <Notice tone="error">{text.fieldsMissing}</Notice>}
        {outcome.failure !== null && (
          <FailedWrite error={outcome.failure} fallback={text.saveFailed} />
        )}
        {outcome.cancelled && <Notice>{text.uploadCancelled}</Notice>}
        {conflict && (
          <ConflictNotice
            differences={differencesOf(conflict.current, values)}
            message={conflict.message}
            onMine={deeds.sendMine}
            onTheirs={deeds.takeTheirs}
          />
        )}
        <UploadProgress
          name={values.file?.name ?? values.title}
          onCancel={deeds.cancel}
          percent={percent}
        />
        <div className="flex flex-wrap gap-3">
          <Button busy={percent !== null} type="submit">
            {product ? 'Update Product' : 'Add Product'}
          </Button>
          <Button
            className={product ? '' : 'xl:hidden'}
            disabled={percent !== null}
            onClick={onCancel}
            variant="quiet"
          >
            Cancel
          </Button>
        </div>
      </form>
    </section>
  );
}
