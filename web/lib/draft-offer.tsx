import { publicForms as say } from '#contract/messages/public-forms.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { DraftKeeper } from './draft-keeper.ts';
import type { FormValues } from './form-values.ts';

interface DraftOfferProps {
  keeper: DraftKeeper;
  /** Puts values into the form; `{}` empties it. */
  onFill: (values: FormValues) => void;
  /** What a draft cannot hold, said after it is back. */
  missing?: string;
}

/** Offers what was typed before a reload or a lost connection, with a way back from either answer. */
export function DraftOffer({ keeper, onFill, missing }: DraftOfferProps) {
  const { offer, stage } = keeper;
  if (!offer || stage === 'none') return null;
  const resume = () => onFill(keeper.take());
  const startOver = () => {
    keeper.discard();
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
  const words = {
    offered: say.kept(readable(offer.savedAt)),
    continued: [say.continued, missing].filter(Boolean).join(' '),
    discarded: say.startedOver,
  };
  return (
    <Notice onClose={stage === 'offered' ? undefined : keeper.dismiss}>
      <p className="mb-2">{words[stage]}</p>
      {actions[stage]}
    </Notice>
  );
}

function readable(instant: string): string {
  return new Date(instant).toLocaleString('en-US', {
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
}
