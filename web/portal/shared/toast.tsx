import { toast as sonner } from 'sonner';
import type { FlashAlert } from '#web/lib/navigation/flash-alerts.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';

/** Moves the focus to the start of the page when the focused element is gone. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Ids of the open toasts by their text. One that fades out isn't open: the library would remove a new one of its id. */
const open = new Map<string, number>();
let lastId = 0;

interface ToastAction {
  label: string;
  /** How long the message and its button stay. */
  seconds: number;
  onPress: () => void;
}

/** Shows messages at any scroll position. */
export const toast = {
  /** Errors stay until closed. An open toast with the same text stays longer instead of a second one. */
  show(text: string, tone: FlashAlert['tone'] = 'success', action?: ToastAction): void {
    const id = open.get(text) ?? ++lastId;
    const forget = () => open.delete(text);
    open.set(text, id);
    const close = () => {
      forget();
      sonner.dismiss(id);
    };
    const press = () => {
      close();
      action?.onPress();
    };
    sonner.custom(
      () => (
        <Alert
          action={
            action && (
              <Button onClick={press} size="sm" variant="secondary">
                {action.label}
              </Button>
            )
          }
          className="w-full shadow-lift"
          onClose={close}
          tone={tone}
        >
          {text}
        </Alert>
      ),
      {
        id,
        duration: tone === 'error' ? Number.POSITIVE_INFINITY : (action?.seconds ?? 8) * 1000,
        onAutoClose: forget,
        // Swiped away.
        onDismiss: forget,
      },
    );
  },

  /** Call when a new action begins. */
  dismissAll(): void {
    open.clear();
    sonner.dismiss();
  },
};
