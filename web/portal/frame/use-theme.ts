import { useEffect, useState } from 'react';

type Theme = 'light' | 'dark';

export interface ThemeChoice {
  theme: Theme;
  toggle: () => void;
}

const key = 'headrack.theme';

function chosen(): Theme | null {
  const kept = localStorage.getItem(key);
  return kept === 'light' || kept === 'dark' ? kept : null;
}

function systems(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

/** Day or night shift: as the person chose on this device, else as the system says; the portal's alone. */
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
      localStorage.setItem(key, next);
      setTheme(next);
    },
  };
}
