import { type RefObject, useEffect, useRef, useState } from 'react';
import { CallError } from '#contract/endpoint.ts';
import { store as text } from '#contract/messages/store.ts';
import { createProduct, type Product, updateProduct } from '#contract/store.ts';
import { focusFirst } from '#web/lib/form-values.ts';
import { useUpload } from '../files/use-upload.ts';
import { focusContent, hush, say } from '../frame/say.tsx';
import { tokenFault } from '../frame/token-fault.ts';
import {
  blankProduct,
  faultsOf,
  fieldsOf,
  isChanged,
  isIncomplete,
  type ProductValues,
  productLabels,
  valuesOf,
} from './product-values.ts';
import { useReloadStore } from './store.data.ts';

interface Opened {
  product: Product | null;
  form: RefObject<HTMLFormElement | null>;
  onSaved: () => void;
}

interface Outcome {
  incomplete: boolean;
  /** What went wrong and stands beside no control; null when nothing did. */
  failure: unknown;
  cancelled: boolean;
}

const nothing: Outcome = { incomplete: false, failure: null, cancelled: false };

/** The state of the form of an item, and what can be done with it. */
export function useProductForm({ product, form, onSaved }: Opened) {
  const reload = useReloadStore();
  const create = useUpload(createProduct);
  const update = useUpload(updateProduct);
  // What the form stands on: the item as it was read last.
  const [read, setRead] = useState(product);
  const [values, setValues] = useState(() => (product ? valuesOf(product) : blankProduct));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [outcome, setOutcome] = useState(nothing);
  const [conflict, setConflict] = useState<{ message: string; current: Product } | null>(null);

  const percent = product ? update.percent : create.percent;
  const isMarked = useRef(false);

  useEffect(() => {
    // Controls that are still shut while something is sent would not take the focus.
    if (!isMarked.current || percent !== null || !form.current) return;
    isMarked.current = false;
    focusFirst(form.current, errors);
  }, [errors, percent, form]);

  function mark(faults: Record<string, string>) {
    setErrors(faults);
    isMarked.current = true;
  }

  async function send(at: Product | null = read) {
    hush();
    setOutcome(nothing);
    setConflict(null);
    const faults = faultsOf(values, product === null, form.current);
    mark(faults);
    if (Object.keys(faults).length > 0) {
      return setOutcome({ ...nothing, incomplete: isIncomplete(values) });
    }
    const fault = tokenFault();
    if (fault) return say(fault, 'error');
    const fields = fieldsOf(values, at);
    try {
      const reply = product
        ? await update.start({ params: { id: product.id }, fields, file: values.file })
        : await create.start({ fields, file: values.file });
      if (reply === null) return setOutcome({ ...nothing, cancelled: true });
      onSaved();
      focusContent();
      say(reply.message || (product ? text.updated : text.added));
    } catch (error) {
      refused(error);
    }
    void reload();
  }

  function refused(error: unknown) {
    if (error instanceof CallError && error.status === 404 && product) {
      onSaved();
      return say(text.gone, 'error');
    }
    if (error instanceof CallError && error.status === 409 && error.body.current) {
      const current = error.body.current as Product;
      // A stock that nobody touched here is what the orders have made of it.
      const isCounted = read !== null && values.stock === valuesOf(read).stock;
      if (isCounted) setValues((old) => ({ ...old, stock: valuesOf(current).stock }));
      return setConflict({ message: error.body.error, current });
    }
    const said = error instanceof CallError ? (error.body.fields ?? {}) : {};
    const known = Object.entries(said).filter(([name]) => name in productLabels);
    mark(Object.fromEntries(known));
    // What stands beside its control is not said twice.
    if (known.length === 0) setOutcome({ ...nothing, failure: error });
  }

  return {
    values,
    errors,
    outcome,
    conflict,
    /** Null while nothing is sent. */
    percent,
    isDirty: isChanged(values, read ? valuesOf(read) : blankProduct),
    cancel: product ? update.cancel : create.cancel,
    send: () => send(),
    change(part: Partial<ProductValues>) {
      setValues((old) => ({ ...old, ...part }));
      setErrors((old) =>
        Object.fromEntries(Object.entries(old).filter(([name]) => !(name in part))),
      );
    },
    /** Saves what was typed over what somebody else saved. */
    sendMine() {
      if (!conflict) return;
      setRead(conflict.current);
      void send(conflict.current);
    },
    /** Gives way; where only the orders have counted the stock down, what else was typed stays. */
    takeTheirs() {
      if (!conflict) return;
      const { current } = conflict;
      const theirs = valuesOf(current);
      const onlyStock = current.version === read?.version;
      setValues((old) => ({ ...(onlyStock ? old : theirs), stock: theirs.stock, file: old.file }));
      setRead(current);
      setConflict(null);
    },
  };
}
