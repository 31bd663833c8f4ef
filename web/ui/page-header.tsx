import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  /** A line above the title, such as a link back. */
  above?: ReactNode;
  intro?: ReactNode;
  /** The page's actions, the primary one last. */
  action?: ReactNode;
}

export function PageHeader({ title, above, intro, action }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 pb-6">
      <div className="min-w-0">
        {above && <div className="mb-2 text-sm">{above}</div>}
        <h1 className="display text-2xl">{title}</h1>
        {intro && <div className="measure mt-3 text-steel">{intro}</div>}
      </div>
      {action && <div className="flex flex-wrap items-center gap-3">{action}</div>}
    </header>
  );
}
