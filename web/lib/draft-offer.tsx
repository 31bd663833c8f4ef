import { publicForms as messages } from '#contract/messages/general.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import type { Draft } from './draft.ts';
import type { FormValues } from './form-values.ts';
import type { DraftState } from './use-draft.ts';

interface DraftOfferProps {
  draft: DraftState;
  /** Puts values into the form; `{}` empties it. */
  onFill: (values: FormValues) => void;
  /** Shown after restoring: a note on what drafts don't store, such as files. */
  missing?: string;
  /** The labels of sensitive fields, by name. */
  labels?: Readonly<Record<string, string>>;
}

/** Offers to restore a draft from before a reload or a lost connection; both choices can be undone. */
export function DraftOffer({ draft, onFill, missing, labels = {} }: DraftOfferProps) {
  const { offer, stage } = draft;
  if (!offer || stage === 'none') return null;
  const resume = () => onFill(draft.resume());
  const startOver = () => {
    draft.discard();
    onFill({});
  };
  const actions = {
    offered: (
      <div className="flex flex-wrap gap-2">
        <Button onClick={resume} size="sm">
          Continue
        </Button>
        <Button onClick={startOver} size="sm" variant="secondary">
          Start over
        </Button>
      </div>
    ),
    continued: (
      <Button onClick={startOver} size="sm" variant="secondary">
        Start over
      </Button>
    ),
    discarded: (
      <Button onClick={resume} size="sm" variant="secondary">
        Undo
      </Button>
    ),
  };
  const omitted = (offer.omitted ?? []).map((name) => labels[name]).filter(Boolean);
  const retype = omitted.length > 0 && messages.retype(omitted.join(', '));
  const texts = {
    offered: (maybeSent(offer) ? messages.maybeSent : messages.kept)(readable(offer.savedAt)),
    continued: [messages.continued, missing, retype].filter(Boolean).join(' '),
    discarded: messages.startedOver,
  };
  return (
    <Alert onClose={stage === 'offered' ? undefined : draft.dismiss}>
      <p className="mb-2">{texts[stage]}</p>
      {actions[stage]}
    </Alert>
  );
}

/** Whether it was sent without a response, within the day in which the server recognizes its idempotency key. */
function maybeSent({ isSent, savedAt }: Draft): boolean {
  return isSent === true && Date.now() - Date.parse(savedAt) < 24 * 3_600_000;
}

function readable(instant: string): string {
  return new Date(instant).toLocaleString('en-US', {
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
}
