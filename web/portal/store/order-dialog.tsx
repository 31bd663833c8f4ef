import { useRef, useState } from 'react';
import { CallError } from '#contract/endpoint.ts';
import { store as text } from '#contract/messages/store.ts';
import { mostPieces, placeOrder } from '#contract/orders.ts';
import type { Product } from '#contract/store.ts';
import { dollars } from '#web/lib/dollars.ts';
import { fieldErrors, focusFirst } from '#web/lib/form-values.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { FailedWrite } from '../files/failed-write.tsx';
import { Picture } from '../files/picture.tsx';
import { hush, say } from '../frame/say.tsx';
import { tokenFault } from '../frame/token-fault.ts';
import { useIdempotencyKey, useOnce } from '../frame/use-send-once.ts';
import { QuantityField } from './quantity-field.tsx';
import { usePlaceOrder } from './store.data.ts';

interface OrderDialogProps {
  /** As it is now: the stock may move while the window is open. */
  product: Product;
  onClose: () => void;
}

/** Orders an item: how many, and which. */
export function OrderDialog({ product, onClose }: OrderDialogProps) {
  const { title, price, stock } = product;
  return (
    <Dialog
      description={stock === null ? dollars(price) : `${dollars(price)} · ${text.left(stock)}`}
      onOpenChange={(open) => !open && onClose()}
      open
      size="sm"
      title={<span className="wrap-anywhere">{title}</span>}
    >
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
      <OrderForm onDone={onClose} product={product} />
    </Dialog>
  );
}

function OrderForm({ product, onDone }: { product: Product; onDone: () => void }) {
  const form = useRef<HTMLFormElement>(null);
  const once = useOnce();
  const key = useIdempotencyKey();
  const place = usePlaceOrder();
  const [quantity, setQuantity] = useState('1');
  const [note, setNote] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const most = Math.min(mostPieces, product.stock ?? mostPieces);
  const pieces = Number(quantity);
  const isPossible = /^\d+$/.test(quantity) && pieces >= 1 && pieces <= most;

  function mark(faults: Record<string, string>) {
    setErrors(faults);
    requestAnimationFrame(() => form.current && focusFirst(form.current, faults));
  }

  async function send() {
    hush();
    setFailure(null);
    const faults = fieldErrors(placeOrder.body, { quantity, note });
    mark(faults);
    if (Object.keys(faults).length > 0) return;
    const fault = tokenFault();
    if (fault) return say(fault, 'error');
    try {
      const body = { quantity: pieces, note };
      const idempotencyKey = key.current();
      const reply = await place.mutateAsync({ productId: product.id, body, idempotencyKey });
      onDone();
      say(reply.message);
    } catch (error) {
      refused(error);
    }
  }

  function refused(error: unknown) {
    const status = error instanceof CallError ? error.status : 0;
    if (status === 404) {
      onDone();
      return say(text.gone, 'error');
    }
    // The key was used for another wish, whose answer was lost: this one is new.
    if (status === 422) key.renew();
    const said = error instanceof CallError ? error.body : { error: '' };
    // How many are left is about the quantity, and belongs beside it.
    const faults = said.fields ?? (status === 409 ? { quantity: said.error } : {});
    mark(faults);
    if (Object.keys(faults).length === 0) setFailure(error);
  }

  return (
    <form
      className="grid gap-4 pb-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void once(send);
      }}
      ref={form}
    >
      <QuantityField error={errors.quantity} most={most} onChange={setQuantity} value={quantity} />
      <Field error={errors.note} hint="For example: L, black" label="Size or note" name="note">
        <Input
          autoComplete="off"
          maxLength={200}
          onChange={(event) => setNote(event.target.value)}
          value={note}
        />
      </Field>
      {failure !== null && <FailedWrite error={failure} fallback={text.orderFailed} />}
      <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
        <p>
          Total{' '}
          <output className="display text-lg">
            {isPossible ? dollars(pieces * product.price) : '–'}
          </output>
        </p>
        <Button busy={place.isPending} type="submit">
          Place order
        </Button>
      </div>
    </form>
  );
}
