import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** What is not there, in the words of the specification where it has them. */
  title: string;
  /** What to do next. */
  children?: ReactNode;
  action?: ReactNode;
}

/** A list with nothing in it, said plainly. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="border-2 border-dashed border-line px-6 py-12">
      <p className="font-display text-lg font-bold">{title}</p>
      {children && <div className="measure mt-2 text-steel">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
