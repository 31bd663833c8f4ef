import { Share } from 'lucide-react';
import { useState } from 'react';
import { push as messages } from '#contract/messages/push.ts';
import { t } from '#contract/text/languages.ts';
import { readStored, writeStored } from '#web/lib/device/storage.ts';
import { Button } from '#web/ui/button.tsx';

const key = 'headrack.install-hint';

/** Whether the portal runs as an app of its own. */
function isInstalled(): boolean {
  return matchMedia('(display-mode: standalone)').matches;
}

/** An iPhone, or an iPad, which calls itself a Mac. */
function isApple(): boolean {
  const isPad = /Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
  return isPad || /iPhone|iPad|iPod/.test(navigator.userAgent);
}

const shareIcon = <Share aria-hidden="true" className="inline size-4 align-text-bottom" />;

/** How to install the portal on a phone, until it is closed: an iPhone gets notifications only then. */
export function InstallHint({ className }: { className: string }) {
  const [isShown, setShown] = useState(
    () => matchMedia('(pointer: coarse)').matches && !isInstalled() && readStored(key) === null,
  );
  if (!isShown) return null;
  return (
    <section className={`grid justify-items-start gap-2 text-sm ${className}`}>
      <h3 className="font-display font-semibold">{messages.install}</h3>
      {isApple() ? (
        <ol className="grid list-decimal gap-1 pl-5">
          <li>
            {t(
              <>Tap Share {shareIcon} in your browser.</>,
              <>Toque Compartir {shareIcon} en su navegador.</>,
            )}
          </li>
          <li>{t('Choose “Add to Home Screen”.', 'Elija “Agregar a pantalla de inicio”.')}</li>
          <li>
            {t(
              'Open the portal from your Home Screen and turn on notifications there.',
              'Abra el portal desde su pantalla de inicio y active ahí las notificaciones.',
            )}
          </li>
        </ol>
      ) : (
        <p>{messages.installElsewhere}</p>
      )}
      <Button
        onClick={() => {
          writeStored(key, true);
          setShown(false);
        }}
        size="sm"
        variant="secondary"
      >
        {t('Got it', 'Entendido')}
      </Button>
    </section>
  );
}
