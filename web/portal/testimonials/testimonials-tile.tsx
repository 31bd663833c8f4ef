import { type ComponentType, type ReactNode, useState } from 'react';
import { testimonials as text } from '#contract/messages/testimonials.ts';
import { hush, say } from '../frame/say.tsx';

interface TestimonialsTileProps {
  className: string;
  children: ReactNode;
}

/** A tile without an address: it opens the approval, whose script comes with the first press. */
export function TestimonialsTile({ className, children }: TestimonialsTileProps) {
  const [open, setOpen] = useState(false);
  const [Approval, setApproval] = useState<ComponentType<{ onClose: () => void }> | null>(null);

  async function show(button: HTMLButtonElement) {
    // Safari gives a pressed button no focus, which is to come back to it.
    button.focus();
    hush();
    try {
      const { TestimonialsDialog } = await import('./testimonials-dialog.tsx');
      setApproval(() => TestimonialsDialog);
      setOpen(true);
    } catch {
      say(text.fetchFailed, 'error');
    }
  }

  return (
    <>
      <button
        aria-haspopup="dialog"
        className={className}
        onClick={(event) => void show(event.currentTarget)}
        type="button"
      >
        {children}
      </button>
      {open && Approval && <Approval onClose={() => setOpen(false)} />}
    </>
  );
}
