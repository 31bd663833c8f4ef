import { store as text } from '#contract/messages/store.ts';
import { createProduct, mostStock } from '#contract/store.ts';
import { Field } from '#web/ui/field.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { FilePicker } from '../files/file-picker.tsx';
import { PicturePreview } from './picture-preview.tsx';
import { type ProductValues, productLabels } from './product-values.ts';

interface ProductFieldsProps {
  values: ProductValues;
  onChange: (change: Partial<ProductValues>) => void;
  /** By wire name. */
  errors: Readonly<Record<string, string>>;
  /** An item that is there keeps its picture unless another is chosen. */
  isNew: boolean;
  disabled: boolean;
}

/** The controls of an item, by their wire names. */
export function ProductFields({ values, onChange, errors, isNew, disabled }: ProductFieldsProps) {
  const field = (name: Exclude<keyof ProductValues, 'file'>) => ({
    name,
    label: productLabels[name],
    error: errors[name],
    required: name !== 'stock',
  });
  const control = (name: Exclude<keyof ProductValues, 'file'>) => ({
    disabled,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
    value: values[name],
  });
  return (
    <>
      <Field {...field('title')}>
        <Input {...control('title')} autoComplete="off" maxLength={200} />
      </Field>
      <Field {...field('description')}>
        <Textarea
          {...control('description')}
          className="field-sizing-content max-h-60 min-h-24"
          maxLength={10_000}
          rows={3}
        />
      </Field>
      <div className="grid grid-cols-2 items-start gap-4">
        <Field {...field('price')}>
          <Input
            {...control('price')}
            autoComplete="off"
            inputMode="decimal"
            min="0"
            step="0.01"
            type="number"
          />
        </Field>
        <Field {...field('stock')} hint={text.stockHint}>
          <Input
            {...control('stock')}
            autoComplete="off"
            inputMode="numeric"
            max={mostStock}
            min="0"
            step="1"
            type="number"
          />
        </Field>
      </div>
      <FilePicker
        disabled={disabled}
        error={errors.file}
        files={values.file ? [values.file] : []}
        hint={isNew ? undefined : 'Left empty the picture stays.'}
        kinds={createProduct.upload.kinds}
        label={isNew ? productLabels.file : `${productLabels.file} (another one)`}
        onFiles={([file]) => onChange({ file: file ?? null })}
        required={isNew}
      />
      {values.file && <PicturePreview file={values.file} />}
    </>
  );
}
