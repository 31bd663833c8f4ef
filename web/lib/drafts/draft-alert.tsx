import type { ReactNode } from 'react';
import { publicForms as messages } from '#contract/messages/general.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

/** 'restored' once a draft is back in its form, 'emptied' after "Start over". */
export type DraftStage = 'restored' | 'emptied';

interface DraftAlertProps {
  stage: DraftStage;
  /** Says that the input is back. */
  restored: ReactNode;
  /** Says that it is gone. */
  emptied: string;
  onStartOver: () => void;
  onUndo: () => void;
  onClose: () => void;
}

/** Says that a form was filled from a draft, and empties it again; both can be undone. */
export function DraftAlert(props: DraftAlertProps) {
  const isRestored = props.stage === 'restored';
  return (
    <Alert
      action={
        <Button
          onClick={isRestored ? props.onStartOver : props.onUndo}
          size="sm"
          variant="secondary"
        >
          {isRestored ? messages.startOver : messages.undo}
        </Button>
      }
      onClose={props.onClose}
    >
      {isRestored ? props.restored : props.emptied}
    </Alert>
  );
}
