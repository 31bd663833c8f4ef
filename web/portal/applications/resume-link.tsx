import { type MouseEvent, useEffect, useState } from 'react';
import { applications as text } from '#contract/messages/applications.ts';
import { portal } from '#contract/messages/portal.ts';
import { Button } from '#web/ui/button.tsx';
import { useResumeLink } from './applications.data.ts';

/** How long the link may take before another try is offered, in milliseconds (DECISIONS 31). */
const patience = 10_000;

/** Opens a resume in a new tab; a link that ran out is signed again on the way. */
export function ResumeLink({ path, name }: { path: string; name: string }) {
  const { link, fresh } = useResumeLink(path);
  const [attempt, setAttempt] = useState(0);
  const [late, setLate] = useState(false);
  const waiting = link === null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts the wait anew
  useEffect(() => {
    setLate(false);
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), patience);
    return () => clearTimeout(timer);
  }, [waiting, attempt]);

  if (link === null) {
    return (
      <span className="inline-flex min-h-11 items-center gap-3 text-sm text-steel">
        {text.loadingResume}
        {late && (
          <Button
            onClick={() => {
              setAttempt(attempt + 1);
              void fresh();
            }}
            size="sm"
            variant="quiet"
          >
            Retry
          </Button>
        )}
      </span>
    );
  }

  function signAgain(event: MouseEvent) {
    if (link === null || Date.now() < link.until) return;
    event.preventDefault();
    // Opened at once, since a browser blocks a window that comes after a wait.
    const tab = window.open('', '_blank');
    if (tab) tab.opener = null;
    void fresh().then((url) => {
      if (url && tab) tab.location.href = url;
      else tab?.close();
    });
  }

  return (
    <a
      aria-label={`${portal.viewResume} of ${name} (opens in a new tab)`}
      className="text-link inline-flex min-h-11 items-center text-sm font-semibold"
      href={link.url}
      onClick={signAgain}
      rel="noopener"
      target="_blank"
    >
      {portal.viewResume}
    </a>
  );
}
