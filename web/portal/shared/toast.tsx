import { toast as sonner } from 'sonner';
import type { FlashAlert } from '#web/lib/flash-alerts.ts';
import { Alert } from '#web/ui/alert.tsx';

/** Moves the focus to the start of the page when the focused element is gone. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Shows messages at any scroll position. */
export const toast = {
  /** Errors stay until closed. */
  show(text: string, tone: FlashAlert['tone'] = 'success'): void {
    sonner.custom(
      (id) => (
        <Alert className="w-full shadow-lift" onClose={() => sonner.dismiss(id)} tone={tone}>
          {text}
        </Alert>
      ),
      // The id merges simultaneous toasts with the same text.
      { id: text, duration: tone === 'error' ? Number.POSITIVE_INFINITY : 8000 },
    );
  },

  /** Call when a new action begins. */
  dismissAll(): void {
    sonner.dismiss();
  },
};
