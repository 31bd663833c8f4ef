import { toast } from 'sonner';
import type { RememberedNotice } from '#web/lib/notices.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Takes away what was said before: a new deed begins. */
export function hush(): void {
  toast.dismiss();
}

/** Puts the keyboard at the start of the page when what it was on is gone. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Says what a deed came to, in sight wherever the page is scrolled; an error stays until it is closed. */
export function say(text: string, tone: RememberedNotice['tone'] = 'success'): void {
  toast.custom(
    (id) => (
      <Notice className="w-full shadow-lift" onClose={() => toast.dismiss(id)} tone={tone}>
        {text}
      </Notice>
    ),
    // The same words twice at once are one message.
    { id: text, duration: tone === 'error' ? Number.POSITIVE_INFINITY : 8000 },
  );
}
