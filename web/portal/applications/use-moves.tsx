import { type ReactNode, useState } from 'react';
import type { MovableStage, Stage } from '#contract/application-stages.ts';
import { stageMailMinutes } from '#contract/application-stages.ts';
import type { Application } from '#contract/applications.ts';
import { applicantName } from '#contract/filters/applications.ts';
import {
  applicationStages as messages,
  stageNames,
} from '#contract/messages/application-stages.ts';
import { errorMessage } from '../shared/error-messages.ts';
import { toast } from '../shared/toast.tsx';
import { useUndoMove } from './applications.data.ts';
import { HireDialog } from './hire-dialog.tsx';
import { MoveDialog, type Moved } from './move-dialog.tsx';

/** Moves applications between stages: `ask` opens the dialog of a move or of hiring, `undo` sets an earlier stage. */
export function useMoves(): {
  ask: (application: Application, stage: Stage) => void;
  undo: (application: Application, stage: Stage) => Promise<void>;
  dialog: ReactNode;
} {
  const [asked, setAsked] = useState<{ application: Application; stage: Stage } | null>(null);
  const { mutateAsync } = useUndoMove();

  async function undo(application: Pick<Application, 'id' | 'version'>, stage: Stage) {
    try {
      const { mail_left } = await mutateAsync({ ...application, stage: stage as MovableStage });
      if (mail_left === 1) toast.show(messages.mailLeft, 'info');
      else toast.show(messages.undone);
    } catch (error) {
      toast.show(errorMessage(error, messages.updateFailed), 'error');
    }
  }

  function onMoved({ application, stage, before, isMailed, version }: Moved) {
    const { id } = application;
    const text = isMailed ? messages.movedWithMail : messages.moved;
    // Another had moved it there.
    const undoing = before !== stage && {
      label: 'Undo',
      seconds: isMailed ? stageMailMinutes * 60 : 10,
      onPress: () => void undo({ id, version }, before),
    };
    const message = text(applicantName(application), stageNames[stage]);
    toast.show(message, 'success', undoing || undefined);
  }

  const close = () => setAsked(null);
  return {
    ask: (application, stage) => {
      toast.dismissAll();
      if (application.stage !== stage) setAsked({ application, stage });
    },
    undo,
    dialog:
      asked?.stage === 'hired' ? (
        <HireDialog application={asked.application} onClose={close} />
      ) : (
        asked && <MoveDialog {...asked} onClose={close} onMoved={onMoved} stage={asked.stage} />
      ),
  };
}
