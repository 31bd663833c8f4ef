import { Moon, Sun } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '#contract/text/languages.ts';
import { readStored, writeStored } from '#web/lib/device/storage.ts';
import { headerButtonClass } from '../shared/header-button.tsx';

type Theme = 'light' | 'dark';

export interface ThemeChoice {
  theme: Theme;
  toggle: () => void;
}

const key = 'headrack.theme';

function chosen(): Theme | null {
  const stored = readStored(key);
  return stored === 'light' || stored === 'dark' ? stored : null;
}

function systems(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** The portal's theme: the choice on this device, else the system's. */
export function useTheme(): ThemeChoice {
  const [theme, setTheme] = useState<Theme>(() => chosen() ?? systems());

  useEffect(() => {
    const media = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => setTheme(chosen() ?? systems());
    media.addEventListener('change', follow);
    return () => media.removeEventListener('change', follow);
  }, []);

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    return () => {
      delete document.documentElement.dataset.theme;
    };
  }, [theme]);

  return {
    theme,
    toggle: () => {
      const next = theme === 'dark' ? 'light' : 'dark';
      writeStored(key, next);
      setTheme(next);
    },
  };
}

interface ThemeButtonProps {
  theme: ThemeChoice;
  className?: string;
  /** Shows the label beside the icon. */
  words?: boolean;
}

/** Toggles the theme. */
export function ThemeButton({ theme, className = '', words = false }: ThemeButtonProps) {
  const toDay = theme.theme === 'dark';
  const Shift = toDay ? Sun : Moon;
  const shift = toDay ? t('Day shift', 'Turno de día') : t('Night shift', 'Turno de noche');
  return (
    <button
      aria-label={
        toDay
          ? t('Day shift: light colors', 'Turno de día: colores claros')
          : t('Night shift: dark colors', 'Turno de noche: colores oscuros')
      }
      className={`${headerButtonClass} ${className}`}
      onClick={theme.toggle}
      title={shift}
      type="button"
    >
      <Shift aria-hidden="true" className="size-5" />
      {words && shift}
    </button>
  );
}
