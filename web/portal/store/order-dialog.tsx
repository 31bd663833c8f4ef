import { Minus, Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useController } from 'react-hook-form';
import { store as messages } from '#contract/messages/store.ts';
import { maxQuantity, type Order, orderInput } from '#contract/orders.ts';
import { dollars } from '#contract/rules/dollars.ts';
import { typedNumber } from '#contract/rules/typed-numbers.ts';
import type { Product } from '#contract/store.ts';
import { t } from '#contract/text/languages.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Picture } from '../shared/files/picture.tsx';
import { RecordDialog } from '../shared/records/record-dialog.tsx';
import { FormShell } from '../shared/records/record-form.tsx';
import { useRecordForm } from '../shared/records/use-record-form.ts';
import { productsKey, usePlaceOrder } from './store.data.ts';

interface OrderDialogProps {
  /** The current product: its stock may change while the dialog is open. */
  product: Product;
  onClose: () => void;
}

export function OrderDialog({ product, onClose }: OrderDialogProps) {
  const { title, price, stock } = product;
  return (
    <RecordDialog
      description={stock === null ? dollars(price) : `${dollars(price)} · ${messages.left(stock)}`}
      draft={draftOf(product)}
      onClose={onClose}
      size="sm"
      title={<span className="wrap-anywhere">{title}</span>}
    >
      {(onDirty) => (
        <>
          {product.image_key !== null && product.picture && (
            <Picture
              alt=""
              className="mb-4 aspect-[5/3]"
              cover
              eager
              imageKey={product.image_key}
              picture={product.picture}
              presign="store"
              sizes="(min-width: 28rem) 25rem, 90vw"
            />
          )}
          <OrderForm onDirty={onDirty} onDone={onClose} product={product} />
        </>
      )}
    </RecordDialog>
  );
}

const draftOf = ({ id }: Product) => `order ${id}`;

interface OrderFormProps {
  product: Product;
  onDirty: (isDirty: boolean) => void;
  onDone: () => void;
}

function OrderForm({ product, onDirty, onDone }: OrderFormProps) {
  const place = usePlaceOrder();
  const state = useRecordForm({
    draft: draftOf(product),
    record: null as Order | null,
    idOf: ({ id }) => id,
    valuesOf: () => ({ quantity: '1', note: '' }),
    schema: orderInput,
    save: (body, { idempotencyKey }) =>
      place.mutateAsync({ productId: product.id, body, idempotencyKey }).catch(atQuantity),
    queryKey: productsKey,
    messages: { saveFailed: messages.orderFailed, gone: messages.gone },
    onDirty,
    onDone,
  });
  const { control, formState, register } = state.form;
  const { field, fieldState } = useController({ control, name: 'quantity' });
  const max = Math.min(maxQuantity, product.stock ?? maxQuantity);
  const quantity = typedNumber(field.value) ?? 0;
  const isPossible = Number.isInteger(quantity) && quantity >= 1 && quantity <= max;
  const step = (by: number) =>
    field.onChange(String(Math.max(1, Math.min(max, Math.trunc(quantity) + by))));

  return (
    <FormShell
      differences={() => []}
      state={state}
      submitLabel={t('Place order', 'Hacer el pedido')}
    >
      <Field
        error={fieldState.error?.message}
        label={t('Quantity', 'Cantidad')}
        name="quantity"
        required
      >
        <div className="flex gap-2">
          <StepButton
            disabled={!(quantity > 1)}
            label={t('One less', 'Uno menos')}
            onClick={() => step(-1)}
          >
            <Minus aria-hidden="true" className="size-5" />
          </StepButton>
          <Input
            {...field}
            autoComplete="off"
            className="max-w-24 text-center text-lg tabular-nums"
            inputMode="numeric"
            onFocus={(event) => event.target.select()}
          />
          <StepButton
            disabled={quantity >= max}
            label={t('One more', 'Uno más')}
            onClick={() => step(1)}
          >
            <Plus aria-hidden="true" className="size-5" />
          </StepButton>
        </div>
      </Field>
      <Field
        error={formState.errors.note?.message}
        hint={t('For example: L, black', 'Por ejemplo: L, negra')}
        label={t('Size or note', 'Talla o nota')}
        name="note"
      >
        <Input {...register('note')} autoComplete="off" maxLength={200} />
      </Field>
      <p>
        {t('Total', 'Total')}{' '}
        <output className="display text-lg">
          {isPossible ? dollars(quantity * product.price) : '–'}
        </output>
      </p>
    </FormShell>
  );
}

/** Shows an error about the units left beside the quantity. */
function atQuantity(error: unknown): never {
  const isShort = error instanceof CallError && error.status === 409;
  if (!isShort) throw error;
  throw new CallError(409, { ...error.body, fields: { quantity: error.body.error } });
}

interface StepButtonProps {
  label: string;
  disabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

function StepButton({ label, children, ...button }: StepButtonProps) {
  return (
    <button
      {...button}
      aria-label={label}
      className="grid size-12 shrink-0 place-items-center rounded-sm border-2 border-ink hover:bg-ink hover:text-paper disabled:border-edge disabled:text-steel disabled:opacity-55 disabled:hover:bg-transparent"
      type="button"
    >
      {children}
    </button>
  );
}
