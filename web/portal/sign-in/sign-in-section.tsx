import { type ReactNode, useId } from 'react';

interface SignInSectionProps {
  title: string;
  hint: ReactNode;
  children: ReactNode;
}

/** A part of the page: what it is on the left, what the user has on the right. */
export function SignInSection({ title, hint, children }: SignInSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-x-10 gap-y-5 border-t-2 border-ink py-8 lg:grid-cols-[18rem_minmax(0,1fr)]"
    >
      <div>
        <h2 className="display text-lg" id={id}>
          {title}
        </h2>
        <div className="mt-2 text-sm text-steel">{hint}</div>
      </div>
      <div className="grid content-start justify-items-start gap-4">{children}</div>
    </section>
  );
}
