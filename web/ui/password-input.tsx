import { type ComponentProps, useState } from 'react';
import { t } from '#contract/text/languages.ts';
import { Input } from './input.tsx';

/** A password input with a Show button. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex gap-2">
      <Input
        {...props}
        autoCapitalize="none"
        className="min-w-0 flex-1"
        spellCheck={false}
        type={isShown ? 'text' : 'password'}
      />
      <button
        aria-pressed={isShown}
        className="min-h-11 min-w-16 shrink-0 rounded-sm border-2 border-edge px-2 font-display text-sm font-semibold hover:border-ink aria-pressed:bg-ink aria-pressed:text-paper"
        onClick={() => setIsShown(!isShown)}
        type="button"
      >
        {t('Show', 'Mostrar')}
        <span className="sr-only">{t(' password', ' contraseña')}</span>
      </button>
    </div>
  );
}
