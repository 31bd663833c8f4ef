import { toast as sonner } from 'sonner';
import type { FlashAlert } from '#web/lib/flash-alerts.ts';
import { Alert } from '#web/ui/alert.tsx';

/** Moves the focus to the start of the page when the focused element is gone. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Messages in view wherever the page is scrolled. */
export const toast = {
  /** An error stays until it is closed. */
  show(text: string, tone: FlashAlert['tone'] = 'success'): void {
    sonner.custom(
      (id) => (
        <Alert className="w-full shadow-lift" onClose={() => sonner.dismiss(id)} tone={tone}>
          {text}
        </Alert>
      ),
      // The id makes the same text at once one toast.
      { id: text, duration: tone === 'error' ? Number.POSITIVE_INFINITY : 8000 },
    );
  },

  /** Call when a new action begins. */
  dismissAll(): void {
    sonner.dismiss();
  },
};
