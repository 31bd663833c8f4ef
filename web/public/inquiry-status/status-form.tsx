import { type ReactNode, useState } from 'react';
import { ownPath } from '#contract/wire/page-languages.ts';
import type { FormValues } from '#web/lib/forms/form-values.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import type { ReturnedForm } from '../form/posted-form.ts';
import { PublicForm } from '../form/public-form.tsx';
import { usePublicForm } from '../form/use-public-form.ts';
import type { Sent } from './inquiry-status-call.ts';

interface StatusFormProps {
  code: string;
  /** Sent as they are, and part of the draft's name: a quote and its answer, a quote alone to ask for a new price, or nothing for a message. */
  hidden: FormValues;
  /** The form as it came back without scripts; null when another one was posted. */
  returned: ReturnedForm | null;
  submitFailed: string;
  onSent: (sent: Sent) => void;
  /** Renders the fields and the button. */
  children: (isBusy: boolean) => ReactNode;
}

function callOf({ quote_id, answer }: FormValues): 'message' | 'answer' | 'renewal' {
  if (quote_id === undefined) return 'message';
  return answer === undefined ? 'renewal' : 'answer';
}

const load = importAgain(() => import('./inquiry-status-call.ts'));

/** A form of the customer's page: sent by fetch with scripts, as a form post without. */
export function StatusForm(props: StatusFormProps) {
  const { code, hidden, returned, submitFailed, onSent, children } = props;
  const [initial] = useState(hidden);
  const state = usePublicForm({
    // The name contains too little of the code to use the link.
    draft: ['inquiry-status', code.slice(0, 6), ...Object.values(hidden)].join('.'),
    initial,
    returned,
    load: async () => (await load())[callOf(initial)],
    submitFailed,
    send: (calls, values, { key }) => calls.send(code, values, key),
    onSent,
  });
  return (
    <PublicForm action={ownPath(`/inquiry/${code}`)} state={state}>
      {Object.entries(initial).map(([name, value]) => (
        <input key={name} name={name} type="hidden" value={value} />
      ))}
      <div className="grid grid-cols-1 gap-5">{children(state.isBusy)}</div>
    </PublicForm>
  );
}
