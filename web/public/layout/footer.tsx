import { Link } from 'react-router';
import { company, telHref } from '#contract/company.ts';
import { navLinks } from './nav-links.ts';
import { Wordmark } from './wordmark.tsx';

const link = 'inline-flex min-h-11 items-center hover:underline';

/** The foot of every public page. */
export function Footer() {
  const { address, phones } = company;
  return (
    <footer className="on-dark bg-asphalt text-chalk max-md:pb-16">
      <div className="wrap grid gap-x-8 gap-y-8 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_2fr_1fr]">
        <div>
          <Wordmark />
          <p className="mt-4 max-w-xs text-haze">
            Third-generation family business, hauling cars since {company.founded}. We do not
            transport personally owned vehicles.
          </p>
        </div>
        <nav aria-label="Footer">
          <ul>
            {navLinks.map(({ to, label }) => (
              <li key={to}>
                <Link className={link} to={to}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <address className="flex flex-col items-start not-italic">
          <a className={link} href={address.mapUrl}>
            {address.street}, {address.city}, {address.state} {address.zip}
          </a>
          <a className={link} href={telHref(phones.general.number)}>
            {phones.general.number}
          </a>
          <a className={link} href={`mailto:${company.email}`}>
            {company.email}
          </a>
        </address>
        <ul className="flex items-start gap-2">
          <li>
            <a
              aria-label={`${company.name} on LinkedIn`}
              className="grid size-11 place-items-center rounded-sm border border-haze hover:bg-chalk hover:text-asphalt"
              href={company.linkedIn}
              rel="noreferrer"
              target="_blank"
            >
              <Icon d="M6 9v9M6 5.5v.5M11 18V9m0 4c0-5 7-5 7 0v5" />
            </a>
          </li>
          <li className="grid size-11 place-items-center text-haze">
            <Icon d="M13 21V8q0-3 4-3M9 12h7" label="Facebook" />
          </li>
          <li className="grid size-11 place-items-center text-haze">
            <Icon
              d="M4 4h16v16H4zM8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M17 7v.1"
              label="Instagram"
            />
          </li>
        </ul>
      </div>
      <p className="border-t border-steel py-5 text-sm text-haze">
        <span className="wrap block">
          {/* A page that was kept over New Year's Eve is one year behind the browser. */}©{' '}
          <span suppressHydrationWarning>{new Date().getFullYear()}</span> {company.name}
        </span>
      </p>
    </footer>
  );
}

/** An icon of strokes; `label` only where no link around it names it. */
function Icon({ d, label }: { d: string; label?: string }) {
  return (
    <svg
      aria-hidden={label ? undefined : true}
      aria-label={label}
      className="size-6"
      fill="none"
      role={label ? 'img' : undefined}
      stroke="currentColor"
      strokeWidth="2.4"
      viewBox="0 0 24 24"
    >
      <path d={d} />
    </svg>
  );
}
