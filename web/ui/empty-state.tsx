import type { ReactNode } from 'react';

interface EmptyStateProps {
  /** What is missing; the required text if there is one. */
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className="border-2 border-dashed border-line px-[min(1.5rem,5vw)] py-8">
      <p className="font-display text-lg font-bold">{title}</p>
      {children && <div className="measure mt-2 text-steel">{children}</div>}
      {action && <div className="mt-5">{action}</div>}
    </div>
  );
}
