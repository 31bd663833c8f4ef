import { ChevronDown, CircleUser, Download, Fingerprint, KeyRound, LogOut } from 'lucide-react';
import { Link } from 'react-router';
import { t } from '#contract/text/languages.ts';
import { Popover } from '#web/ui/popover.tsx';
import { headerButtonClass } from '../shared/header-button.tsx';
import { LanguageLink } from './language-link.tsx';

const item =
  'flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left font-display text-sm font-semibold hover:bg-well';

/** The signed-in user's name; opens the links to their password and data, and in a narrow window Logout. */
export function AccountMenu({ name, onLogOut }: { name: string; onLogOut: () => void }) {
  return (
    <Popover
      className="min-w-56 max-w-[calc(100vw-1rem)] py-2"
      isFixed
      label={t('Account', 'Cuenta')}
      trigger={(attributes) => (
        <button {...attributes} className={`${headerButtonClass} min-w-0! shrink!`}>
          <CircleUser aria-hidden="true" className="size-5 shrink-0 max-sm:hidden" />
          <span className="sr-only">{t('Signed in as', 'Sesión de')} </span>
          <span className="truncate">{name}</span>
          <span className="sr-only">{t(': your account', ': su cuenta')}</span>
          <ChevronDown aria-hidden="true" className="size-4 shrink-0" />
        </button>
      )}
    >
      {({ leave }) => (
        <>
          <Link className={item} onClick={leave} to="/sign-in">
            <Fingerprint aria-hidden="true" className="size-5 shrink-0" />
            {t('Sign-in and devices', 'Acceso y dispositivos')}
          </Link>
          <Link className={item} onClick={leave} to="/password">
            <KeyRound aria-hidden="true" className="size-5 shrink-0" />
            {t('Your password', 'Su contraseña')}
          </Link>
          <Link className={item} onClick={leave} to="/personal-data">
            <Download aria-hidden="true" className="size-5 shrink-0" />
            {t('Your data', 'Sus datos')}
          </Link>
          <button className={`${item} lg:hidden`} onClick={onLogOut} type="button">
            <LogOut aria-hidden="true" className="size-5 shrink-0" />
            {t('Logout', 'Cerrar sesión')}
          </button>
          <LanguageLink className={item} />
        </>
      )}
    </Popover>
  );
}
