import { type ReactNode, useId } from 'react';

interface NumberedSectionProps {
  /** The number printed beside the title. */
  number: number;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** A numbered section of a public page: number and title on the left, content on the right. */
export function NumberedSection({ number, title, intro, children }: NumberedSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="stop wrap">
      <div className="stop-head">
        <p aria-hidden="true" className="stop-plate display">
          {number}
        </p>
        <h2 className="display text-2xl lg:text-[min(var(--text-2xl),3.8vw)]" id={id}>
          {title}
        </h2>
        {intro && <div className="mt-4 text-steel">{intro}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
