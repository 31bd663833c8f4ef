import { useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { company, telHref } from '#contract/company.ts';
import { navLinks, portalLink } from './nav-links.ts';
import { Wordmark } from './wordmark.tsx';

/** The strip with place, phone and portal, and the bar with the menu; lighter on the home page. */
export function SiteHeader() {
  const home = ['/', '/home'].includes(useLocation().pathname.toLowerCase());
  return (
    <header className={home ? '' : 'on-dark bg-asphalt text-chalk'} data-home={home || undefined}>
      <div className="on-dark bg-asphalt text-chalk">
        <div className="wrap flex min-h-11 items-center justify-between gap-4 text-sm">
          <p>
            <span className="max-sm:sr-only">{company.name}, </span>
            {company.address.city}, {company.address.stateName}, since {company.founded}
          </p>
          <div className="flex items-center gap-6">
            <a
              className="hidden min-h-11 items-center font-bold tabular-nums hover:underline md:flex"
              href={telHref(company.phones.general.number)}
            >
              {company.phones.general.number}
            </a>
            <Link
              className="flex min-h-8 items-center rounded-sm border border-haze px-3 font-display text-xs font-semibold whitespace-nowrap hover:bg-chalk hover:text-asphalt pointer-coarse:min-h-11"
              to={portalLink.to}
            >
              {portalLink.label}
            </Link>
          </div>
        </div>
      </div>
      <div className={home ? '' : 'border-t border-steel'}>
        <div className="wrap flex min-h-16 items-center justify-between gap-6">
          <Link
            aria-label={`${company.name}, home page`}
            className="flex min-h-11 items-center"
            to="/"
          >
            <Wordmark />
          </Link>
          <nav aria-label="Main" className="hidden lg:block">
            <ul className="flex gap-8">
              {[...navLinks, portalLink].map((link) => (
                <li key={link.to}>
                  <NavLink className="nav-link" end to={link.to}>
                    {link.label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <BurgerMenu />
        </div>
      </div>
    </header>
  );
}

/** A popover of the browser's own: the burger works before any script has arrived. */
function BurgerMenu() {
  const menu = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => menu.current?.hidePopover();
  return (
    <>
      <button
        aria-controls="menu"
        aria-expanded={open}
        className="grid size-11 place-items-center rounded-sm border-2 border-current lg:hidden"
        popoverTarget="menu"
        type="button"
      >
        <span className="sr-only">Menu</span>
        <svg
          aria-hidden="true"
          className="size-6"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
        >
          <path d={open ? 'M5 5l14 14M19 5L5 19' : 'M3 6h18M3 12h18M3 18h18'} />
        </svg>
      </button>
      <nav
        aria-label="Menu"
        className="menu on-dark border-b-4 border-lane bg-asphalt text-chalk"
        id="menu"
        onToggle={(event) => setOpen(event.newState === 'open')}
        popover="auto"
        ref={menu}
      >
        <ul className="wrap py-2">
          {[...navLinks, portalLink].map((link) => (
            <li className="border-t border-steel first:border-t-0" key={link.to}>
              <NavLink
                className="display block py-3.5 text-xl aria-[current]:text-lane"
                end
                onClick={close}
                to={link.to}
              >
                {link.label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
