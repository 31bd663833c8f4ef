import type { ReactNode } from 'react';
import { Link } from 'react-router';

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
    <header className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 pb-6 print:pb-2">
      <div className="min-w-0">
        {above && <div className="-mt-3 mb-1 text-sm">{above}</div>}
        <h1 className="display text-2xl">{title}</h1>
        {intro && <div className="measure mt-3 text-steel">{intro}</div>}
      </div>
      {action && (
        <div className="flex flex-wrap items-center gap-2 sm:gap-3 print:hidden">{action}</div>
      )}
    </header>
  );
}

/** A link to the list that the page belongs to, for `above`. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="text-link inline-flex min-h-11 items-center" to={to}>
      {children}
    </Link>
  );
}
