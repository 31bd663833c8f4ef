import { useEffect, useState } from 'react';
import type { PasswordOwner } from '#contract/rules/password-rules.ts';

const loadStrength = () => import('#web/lib/session/password-strength.ts');
/** So that it follows pauses in typing, not keys. */
const delayMs = 250;
const minLength = 8;

interface PasswordHintProps extends PasswordOwner {
  password: string;
  /** Shown until there is an estimate. */
  children: string;
}

/**
 * The hint of a field for a new password: its rules, then how strong the typed password is. Without a live region:
 * screen readers read it as the control's description.
 */
export function PasswordHint({
  password,
  username,
  user_email,
  first_name,
  last_name,
  children,
}: PasswordHintProps) {
  const [strength, setStrength] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      if (password.length < minLength) return setStrength(null);
      try {
        const { strengthSentence } = await loadStrength();
        const owner = { username, user_email, first_name, last_name };
        if (isCurrent) setStrength(strengthSentence(password, owner));
      } catch {
        // Not loaded: the server checks the password anyway.
      }
    }, delayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, username, user_email, first_name, last_name]);

  return strength ?? children;
}
