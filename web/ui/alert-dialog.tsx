import * as Radix from '@radix-ui/react-dialog';
import { createContext, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { t } from '#contract/text/languages.ts';
import { useBackCloses } from '#web/lib/navigation/dialog-history.ts';
import { Button, buttonClass } from './button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

interface ConfirmQuestion {
  title: string;
  description?: string;
  /** A choice between the description and the buttons. */
  choice?: ReactNode;
  confirmLabel: string;
  cancelLabel?: string;
  danger?: boolean;
}

interface AlertDialogProps extends ConfirmQuestion {
  open: boolean;
  /** True when confirmed, false for Cancel, Esc and Back. */
  onAnswer: (confirmed: boolean) => void;
}

/** A confirmation dialog; the focus starts on Cancel. */
function AlertDialog({ open, onAnswer, ...question }: AlertDialogProps) {
  const focus = useFocusReturn();
  useBackCloses(open, () => onAnswer(false));
  return (
    <Radix.Root onOpenChange={(next) => !next && onAnswer(false)} open={open}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-50 grid place-items-center bg-asphalt/70 p-5">
          <Radix.Content
            {...focus}
            className="w-full max-w-md border-t-8 border-signal bg-sheet p-6 text-ink shadow-lift"
            // Only an answer closes it.
            onInteractOutside={(event) => event.preventDefault()}
            role="alertdialog"
            {...(question.description ? {} : { 'aria-describedby': undefined })}
          >
            <Radix.Title className="font-display text-lg leading-snug font-bold">
              {question.title}
            </Radix.Title>
            {question.description && (
              <Radix.Description className="mt-2 text-steel">
                {question.description}
              </Radix.Description>
            )}
            {question.choice}
            <div className="mt-6 flex flex-wrap justify-end gap-3">
              <Radix.Close className={buttonClass({ variant: 'quiet' })}>
                {question.cancelLabel ?? t('Cancel', 'Cancelar')}
              </Radix.Close>
              <Button
                onClick={() => onAnswer(true)}
                variant={question.danger ? 'danger' : 'primary'}
              >
                {question.confirmLabel}
              </Button>
            </div>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

type Confirm = (question: ConfirmQuestion) => Promise<boolean>;

const Context = createContext<Confirm | null>(null);

/** Renders the confirmation dialog of `useConfirm`. */
export function ConfirmProvider({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<ConfirmQuestion | null>(null);
  const [open, setOpen] = useState(false);
  const settle = useRef<((confirmed: boolean) => void) | null>(null);

  const confirm = useCallback<Confirm>((next) => {
    settle.current?.(false);
    setQuestion(next);
    setOpen(true);
    return new Promise((resolve) => {
      settle.current = resolve;
    });
  }, []);

  const answer = (confirmed: boolean) => {
    setOpen(false);
    settle.current?.(confirmed);
    settle.current = null;
  };

  return (
    <Context value={confirm}>
      {children}
      {question && <AlertDialog {...question} onAnswer={answer} open={open} />}
    </Context>
  );
}

/** Asks and waits: `if (await confirm({ title, confirmLabel: 'Delete', danger: true })) …`. */
export function useConfirm(): Confirm {
  const confirm = use(Context);
  if (confirm === null) throw new Error('useConfirm needs a ConfirmProvider above it.');
  return confirm;
}
