import { type ReactNode, useId } from 'react';

interface StopProps {
  /** Its number on the road sheet. */
  number: number;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/** One stop of the road sheet: its number and name beside the lane, its content to the right. */
export function Stop({ number, title, intro, children }: StopProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="stop wrap">
      <div className="stop-head">
        <p aria-hidden="true" className="stop-plate display">
          {number}
        </p>
        <h2 className="display text-2xl" id={id}>
          {title}
        </h2>
        {intro && <div className="mt-4 text-steel">{intro}</div>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
