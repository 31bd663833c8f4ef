import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode, RefObject } from 'react';
import { general } from '#contract/messages/general.ts';
import { t } from '#contract/text/languages.ts';
import { useBackCloses } from '#web/lib/navigation/dialog-history.ts';
import { useConfirm } from './alert-dialog.tsx';
import { Button } from './button.tsx';
import { useFocusReturn } from './use-focus-return.ts';

const widths = { sm: 'max-w-md', md: 'max-w-xl', lg: 'max-w-4xl', xl: 'max-w-6xl' };

export interface DialogProps {
  open?: boolean;
  onClose: () => void;
  /** Unsaved input: closing asks for confirmation. */
  isDirty?: boolean;
  discardQuestion?: string;
  title: ReactNode;
  description?: ReactNode;
  size?: keyof typeof widths;
  /** Buttons, always visible below the scrolling content. */
  footer?: ReactNode;
  /** What gets the focus on closing; by default what had it before. */
  returnTo?: RefObject<HTMLElement | null> | undefined;
  children: ReactNode;
}

/**
 * A modal dialog. It closes on ×, Esc, Back, a click outside and DialogCancel; each asks first while isDirty. Restores the focus.
 */
export function Dialog({
  open = true,
  onClose,
  isDirty = false,
  discardQuestion = general.confirmDiscard,
  title,
  description,
  size = 'md',
  footer,
  returnTo,
  children,
}: DialogProps) {
  const focus = useFocusReturn(returnTo);
  const confirm = useConfirm();

  async function close() {
    const question = {
      title: discardQuestion,
      confirmLabel: t('Discard', 'Descartar'),
      cancelLabel: t('Keep editing', 'Seguir editando'),
      danger: true,
    };
    if (!isDirty || (await confirm(question))) onClose();
  }

  useBackCloses(open, () => void close());
  return (
    <Radix.Root onOpenChange={() => void close()} open={open}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 grid place-items-end bg-asphalt/70 sm:place-items-center sm:p-6">
          <Radix.Content
            {...focus}
            className={`flex max-h-[92dvh] w-full flex-col border-t-8 border-signal bg-sheet text-ink shadow-lift sm:max-h-[88dvh] ${widths[size]}`}
            {...(description ? {} : { 'aria-describedby': undefined })}
          >
            <header className="flex items-start gap-4 px-5 pt-4 pb-2 sm:px-7">
              <div className="min-w-0 flex-1 pt-1.5">
                <Radix.Title className="display text-xl">{title}</Radix.Title>
                {description && (
                  <Radix.Description className="mt-1 text-steel">{description}</Radix.Description>
                )}
              </div>
              <Radix.Close
                aria-label={t('Close', 'Cerrar')}
                className="-mr-3 grid size-11 shrink-0 place-items-center rounded-sm text-xl hover:bg-well"
              >
                <span aria-hidden="true">×</span>
              </Radix.Close>
            </header>
            <div className="scroll-more after:-bottom-3 min-h-0 flex-1 overflow-y-auto px-5 py-3 sm:px-7">
              {children}
            </div>
            {footer && (
              <footer className="flex flex-wrap justify-end gap-3 border-t border-line px-5 py-4 sm:px-7">
                {footer}
              </footer>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Closes the dialog around it. */
export function DialogCancel() {
  return (
    <Radix.Close asChild>
      <Button variant="quiet">{t('Cancel', 'Cancelar')}</Button>
    </Radix.Close>
  );
}
