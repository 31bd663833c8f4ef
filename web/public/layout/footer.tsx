import { Link } from 'react-router';
import { company, companyInSpanish } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';
import { EmailLink, PhoneLink } from './contact-links.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { legalLinks, navLinks, Wordmark } from './site-header.tsx';

const link = 'inline-flex min-h-11 items-center hover:underline';

/** A link when the company has a profile there, else a plain icon. */
const socials: readonly { name: string; href: string; d: string }[] = [
  { name: 'LinkedIn', href: company.linkedIn, d: 'M6 9v9M6 5.5v.5M11 18V9m0 4c0-5 7-5 7 0v5' },
  { name: 'Facebook', href: company.facebook, d: 'M13 21V8q0-3 4-3M9 12h7' },
  {
    name: 'Instagram',
    href: company.instagram,
    d: 'M4 4h16v16H4zM8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0M17 7v.1',
  },
];

export function Footer() {
  const { address } = company;
  return (
    <footer className="on-dark bg-asphalt text-chalk max-md:pb-16 print:hidden">
      <div className="wrap grid grid-cols-1 gap-x-8 gap-y-8 py-12 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_2fr_1fr]">
        <div>
          <Wordmark />
          <p className="mt-4 max-w-xs text-haze">
            {t(
              `A ${company.generation} family business, hauling cars since ${company.founded}. We do not transport personally owned vehicles.`,
              `Empresa familiar ${companyInSpanish.generation}: movemos autos desde ${company.founded}. No transportamos vehículos de particulares.`,
            )}
          </p>
        </div>
        <nav aria-label={t('Footer', 'Pie de página')}>
          <ul>
            {navLinks().map(({ to, label }) => (
              <li key={to}>
                <Link className={link} prefetch="intent" to={to}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <address className="flex flex-col items-start not-italic">
          <a className={link} href={address.mapUrl}>
            {`${address.street}, ${address.city}, ${address.state} ${address.zip}`}
          </a>
          <PhoneLink className={link} />
          <EmailLink className={link} />
        </address>
        <ul className="-ml-2.5 flex flex-wrap self-start">
          {socials.map(({ name, href, d }) => (
            <li key={name}>
              {href ? (
                <a
                  aria-label={t(`${company.name} on ${name}`, `${company.name} en ${name}`)}
                  className="grid size-11 place-items-center hover:bg-chalk hover:text-asphalt"
                  href={href}
                  rel="noreferrer"
                  target="_blank"
                >
                  <Icon d={d} />
                </a>
              ) : (
                <Icon d={d} label={name} />
              )}
            </li>
          ))}
        </ul>
      </div>
      <div className="border-t border-steel py-3 text-sm text-haze">
        <span className="wrap flex flex-wrap items-center justify-between gap-x-8">
          <span>
            {/* A cached page may have last year's date. */}©{' '}
            <span suppressHydrationWarning>{new Date().getFullYear()}</span> {company.name}
          </span>
          <span className="flex flex-wrap gap-x-6">
            <LanguageSwitch className={link} />
            {legalLinks().map(({ to, label }) => (
              <Link className={link} key={to} prefetch="intent" to={to}>
                {label}
              </Link>
            ))}
          </span>
        </span>
      </div>
    </footer>
  );
}

/** A stroke icon; pass `label` only without a labeled link around it. */
function Icon({ d, label }: { d: string; label?: string }) {
  return (
    <svg
      aria-hidden={label ? undefined : true}
      aria-label={label}
      className={label ? 'm-2.5 size-6 text-haze' : 'size-6'}
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
