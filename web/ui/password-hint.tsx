import { useEffect, useState } from 'react';
import type { PasswordOwner } from '#contract/password-rules.ts';
import type { PasswordStrength } from '#web/lib/password-strength.ts';

const loadEstimate = () => import('#web/lib/password-strength.ts');
/** So that it follows pauses in typing, not keys. */
const delayMs = 250;
const minLength = 8;
const colors = ['', 'bg-danger', 'bg-rust', 'bg-info', 'bg-success'];

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
  const [strength, setStrength] = useState<PasswordStrength | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(async () => {
      if (password.length < minLength) return setStrength(null);
      try {
        const { estimateStrength } = await loadEstimate();
        const owner = { username, user_email, first_name, last_name };
        if (isCurrent) setStrength(estimateStrength(password, owner));
      } catch {
        // Not loaded: the server checks the password anyway.
      }
    }, delayMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [password, username, user_email, first_name, last_name]);

  const level = strength?.level ?? 0;
  return (
    <>
      <span aria-hidden="true" className="mb-1 grid max-w-xs grid-cols-4 gap-1">
        {[1, 2, 3, 4].map((step) => (
          <span className={`h-1 ${step <= level ? colors[level] : 'bg-line'}`} key={step} />
        ))}
      </span>
      {strength?.sentence ?? children}
    </>
  );
}
