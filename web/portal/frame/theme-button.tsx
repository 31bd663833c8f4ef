import { Moon, Sun } from 'lucide-react';
import { headerPress } from './header-press.ts';
import type { ThemeChoice } from './use-theme.ts';

interface ThemeButtonProps {
  theme: ThemeChoice;
  className?: string;
  /** Shows the words beside the picture. */
  words?: boolean;
}

/** From day to night shift and back. */
export function ThemeButton({ theme, className = '', words = false }: ThemeButtonProps) {
  const toDay = theme.theme === 'dark';
  const Shift = toDay ? Sun : Moon;
  const shift = toDay ? 'Day shift' : 'Night shift';
  return (
    <button
      aria-label={toDay ? 'Day shift: light colors' : 'Night shift: dark colors'}
      className={`${headerPress} ${className}`}
      onClick={theme.toggle}
      title={shift}
      type="button"
    >
      <Shift aria-hidden="true" className="size-5" />
      {words && shift}
    </button>
  );
}
