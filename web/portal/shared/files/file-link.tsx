import { type MouseEvent, type ReactNode, useState } from 'react';
import { documents as messages } from '#contract/messages/documents.ts';
import { t } from '#contract/text/languages.ts';
import { keepMark } from '#web/lib/device/kept-files.ts';
import { Button } from '#web/ui/button.tsx';
import { type Presign, useIsOverdue, useSignedLink } from './signed-link.data.ts';

interface FileLinkProps {
  /** The key of the file. */
  path: string;
  presign: Presign;
  /** The accessible name; ' (opens in a new tab)' is added. */
  label: string;
  /** Shown until the link is ready. */
  waiting?: string;
  /** Keeps the file on this device when it opens, and leads to its copy there, if any, without a link. */
  device?: { copy: string | undefined } | undefined;
  /** Opens it on the page instead of a new tab; a click with a modifier key is left to the browser. */
  onOpenHere?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
}

/** A link to a stored file that opens in a new tab; an expired one is signed again on click. */
export function FileLink({
  path,
  presign,
  label,
  waiting = messages.generating,
  device,
  onOpenHere,
  className = '',
  children,
}: FileLinkProps) {
  const { link, isLost, fresh } = useSignedLink(path, presign);
  const mark = device ? keepMark : '';
  const href = link === null ? device?.copy : `${link.url}${mark}`;
  if (href === undefined) {
    const words = isLost ? <Lost>{children}</Lost> : waiting;
    return <Waiting label={label} onRetry={() => void fresh()} words={words} />;
  }

  function open(event: MouseEvent) {
    if (onOpenHere && !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) {
      event.preventDefault();
      onOpenHere();
      return;
    }
    if (link === null || Date.now() < link.until) return;
    event.preventDefault();
    // Opened immediately: browsers block windows that open after a delay.
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    void fresh().then((url) => {
      const next = url ? `${url}${mark}` : device?.copy;
      if (next && tab) tab.location.href = next;
      else tab?.close();
    });
  }

  return (
    <a
      aria-label={
        onOpenHere
          ? label
          : t(`${label} (opens in a new tab)`, `${label} (se abre en otra pestaña)`)
      }
      className={`text-link inline-flex min-h-11 items-center text-sm font-semibold wrap-anywhere ${className}`}
      href={href}
      onClick={open}
      rel="noopener"
      target="_blank"
    >
      {children}
    </a>
  );
}

/** Names a file that isn't on this device while there is no connection. */
function Lost({ children }: { children: ReactNode }) {
  return (
    <span className="flex flex-wrap gap-x-3">
      <span className="font-semibold text-ink wrap-anywhere">{children}</span>
      <span>{messages.needsConnection}</span>
    </span>
  );
}

interface WaitingProps {
  words: ReactNode;
  label: string;
  onRetry: () => void;
}

/** 'Generating link…' until there is a link (D7), with a retry after a while. */
function Waiting({ words, label, onRetry }: WaitingProps) {
  const [attempt, setAttempt] = useState(0);
  const late = useIsOverdue(attempt);

  return (
    <span className="inline-flex min-h-11 items-center gap-3 text-sm text-steel">
      {words}
      {late && (
        <Button
          aria-label={t(`Retry: ${label}`, `Reintentar: ${label}`)}
          onClick={() => {
            setAttempt(attempt + 1);
            onRetry();
          }}
          size="sm"
          variant="quiet"
        >
          {t('Retry', 'Reintentar')}
        </Button>
      )}
    </span>
  );
}
