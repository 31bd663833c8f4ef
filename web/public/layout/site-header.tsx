import { useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router';
import { company } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';
import { PhoneLink } from './contact-links.tsx';
import { LanguageSwitch } from './language-switch.tsx';

/** The header has its own style on the home page. */
export function SiteHeader() {
  const home = ['/', '/home'].includes(useLocation().pathname.toLowerCase());
  return (
    <header className={home ? '' : 'on-dark bg-asphalt text-chalk'} data-home={home || undefined}>
      <div className="on-dark bg-asphalt text-chalk">
        <div className="wrap flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm">
          <p>
            <span className="max-sm:sr-only">{company.name}, </span>
            {`${company.address.city}, ${company.address.stateName}, ${t('since', 'desde')} ${company.founded}`}
          </p>
          <div className="flex flex-wrap items-center gap-x-6">
            <PhoneLink className="hidden min-h-11 items-center font-bold tabular-nums hover:underline md:flex" />
            <Link
              className="flex min-h-8 items-center rounded-sm border print:hidden border-haze px-3 font-display text-xs font-semibold whitespace-nowrap hover:bg-chalk hover:text-asphalt pointer-coarse:min-h-11"
              to={portalPath}
            >
              {portalLabel()}
            </Link>
          </div>
        </div>
      </div>
      <div className={home ? '' : 'border-t border-steel'}>
        <div className="wrap flex min-h-16 items-center justify-between gap-[min(1.5rem,4vw)]">
          <Link className="flex min-h-11 min-w-0 items-center" to="/">
            <Wordmark />
            <span className="sr-only">{t(', home page', ', página principal')}</span>
          </Link>
          <nav aria-label={t('Main', 'Principal')} className="hidden lg:block print:hidden">
            <ul className="flex flex-wrap gap-x-8">
              {allLinks().map((link) => (
                <li key={link.to}>
                  <NavLink className="nav-link" end prefetch={prefetchOf(link)} to={link.to}>
                    {link.label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="flex items-center gap-x-6">
            <LanguageSwitch className="nav-link" />
            <BurgerMenu />
          </div>
        </div>
      </div>
    </header>
  );
}

/** A native popover, so that the menu works before hydration. */
function BurgerMenu() {
  const menu = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => menu.current?.hidePopover();
  return (
    <>
      <button
        className="grid size-[min(2.75rem,14vw)] shrink-0 place-items-center rounded-sm border-2 border-current lg:hidden print:hidden"
        popoverTarget="menu"
        type="button"
      >
        <span className="sr-only">{t('Menu', 'Menú')}</span>
        <svg
          aria-hidden="true"
          className="size-[min(1.5rem,8vw)]"
          fill="none"
          stroke="currentColor"
          strokeWidth="2.5"
          viewBox="0 0 24 24"
        >
          <path d={open ? 'M5 5l14 14M19 5L5 19' : 'M3 6h18M3 12h18M3 18h18'} />
        </svg>
      </button>
      <nav
        aria-label={t('Menu', 'Menú')}
        className="menu on-dark border-b-4 border-lane bg-asphalt text-chalk"
        id="menu"
        onToggle={(event) => setOpen(event.newState === 'open')}
        popover="auto"
        ref={menu}
      >
        <ul className="wrap py-2">
          {allLinks().map((link) => (
            <li className="border-t border-steel first:border-t-0" key={link.to}>
              <NavLink
                className="display block py-3.5 text-xl aria-[current]:text-lane"
                end
                onClick={close}
                prefetch={prefetchOf(link)}
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

export const navLinks = () => [
  { to: '/', label: t('Home', 'Inicio') },
  { to: '/inquiry', label: t('Inquiry', 'Cotización') },
  { to: '/careers', label: t('Careers', 'Empleos') },
  { to: '/about', label: t('About Us', 'Quiénes somos') },
];

export const legalLinks = () => [
  { to: '/privacy', label: t('Privacy', 'Privacidad') },
  { to: '/terms', label: t('Terms', 'Términos') },
];

const portalPath = '/portal';
const portalLabel = () => t('Employee Portal', 'Portal de empleados');
const allLinks = () => [...navLinks(), { to: portalPath, label: portalLabel() }];

/** Not the portal: its scripts would be more than those of the page. */
const prefetchOf = ({ to }: { to: string }) => (to === portalPath ? 'none' : 'intent');

export function Wordmark() {
  const [first, ...rest] = company.name.split(' ');
  return (
    <span className="flex min-w-0 items-center gap-[min(0.75rem,3vw)]" translate="no">
      <svg aria-hidden="true" className="size-[min(2.25rem,11vw)] shrink-0" viewBox="0 0 36 36">
        <path d="M0 0h36v36H0z" fill="#E8501A" />
        <path d="M7 6h7v10L23 6h8L19 18l12 12h-8l-9-9v9H7z" fill="#12161C" />
      </svg>
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="display text-[min(1.25rem,8vw)]">{`${first} `}</span>
        <span className="legend">{rest.join(' ')}</span>
      </span>
    </span>
  );
}
