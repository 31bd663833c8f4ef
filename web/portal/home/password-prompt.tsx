import { useState } from 'react';
import { Link } from 'react-router';
import { readStored, writeStored } from '#web/lib/device/storage.ts';
import { readToken } from '#web/lib/session/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { useBadges } from '../shared/live/badges.data.ts';

const key = 'headrack.password-later';

/** Enough to recognize a token, and useless as one. */
const currentSession = () => readToken()?.slice(-16) ?? null;

/** Asks users whose password someone else chose to choose their own; postponed until the next sign-in. */
export function PasswordPrompt() {
  const isDue = useBadges().data?.password_to_change === 1;
  const [isLater, setIsLater] = useState(() => readStored(key, 'session') === currentSession());
  if (!isDue || isLater) return null;
  const postpone = () => {
    writeStored(key, currentSession(), 'session');
    setIsLater(true);
  };
  return (
    <Alert
      action={
        <Button onClick={postpone} size="sm" variant="quiet">
          Later
        </Button>
      }
      className="mb-6"
    >
      This password was chosen for you.{' '}
      <Link className="text-link" to="/password">
        Choose your own password
      </Link>
    </Alert>
  );
}
