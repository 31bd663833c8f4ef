import { Link, useLocation } from 'react-router';
import { company, telHref } from '#contract/company.ts';

/** On a phone: the number and the quote, always under the thumb; on the inquiry itself the number alone. */
export function CallBar() {
  const asking = useLocation().pathname.toLowerCase() === '/inquiry';
  return (
    <nav
      aria-label="Call or ask"
      className="call-bar on-dark fixed inset-x-0 bottom-0 z-30 grid auto-cols-fr grid-flow-col border-t-2 border-lane bg-asphalt font-display font-bold text-chalk md:hidden print:hidden"
    >
      <a
        className="flex min-h-14 items-center justify-center tabular-nums"
        href={telHref(company.phones.general.number)}
      >
        <span className="sr-only">Call </span>
        {company.phones.general.number}
      </a>
      {!asking && (
        <Link
          className="flex min-h-14 items-center justify-center bg-signal text-asphalt"
          to="/inquiry"
        >
          Ask for a quote
        </Link>
      )}
    </nav>
  );
}
