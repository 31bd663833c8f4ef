import * as Radix from '@radix-ui/react-dialog';
import type { ReactNode } from 'react';
import { t } from '#contract/text/languages.ts';
import { useBackCloses } from '#web/lib/navigation/dialog-history.ts';
import { useFocusReturn } from './use-focus-return.ts';

interface DrawerProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Accessible name. */
  title: string;
  children: ReactNode;
}

/** A panel from the left edge. It closes on ×, Esc, Back and a tap outside. Restores the focus. */
export function Drawer({ open, onOpenChange, title, children }: DrawerProps) {
  const focus = useFocusReturn();
  useBackCloses(open, () => onOpenChange(false));
  return (
    <Radix.Root onOpenChange={onOpenChange} open={open}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-asphalt/70" />
        <Radix.Content
          {...focus}
          aria-describedby={undefined}
          className="on-dark fixed inset-y-0 left-0 z-40 flex w-72 max-w-[85vw] flex-col overflow-y-auto border-r-4 border-signal bg-asphalt text-chalk"
        >
          <div className="flex items-center justify-between py-2 pr-2 pl-5">
            <Radix.Title className="display text-lg">{title}</Radix.Title>
            <Radix.Close
              aria-label={t('Close', 'Cerrar')}
              className="grid size-11 place-items-center rounded-sm text-xl hover:bg-tar"
            >
              <span aria-hidden="true">×</span>
            </Radix.Close>
          </div>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
