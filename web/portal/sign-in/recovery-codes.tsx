import { useState } from 'react';
import { Button } from '#web/ui/button.tsx';

/** The recovery codes, shown once. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState<boolean | null>(null);

  function copy() {
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }

  return (
    <div className="grid gap-4 pb-3">
      <p>
        Each code signs you in once when you don’t have your phone. Print them or keep them where
        you keep passwords. They aren’t shown again.
      </p>
      <ul aria-label="Recovery codes" className="grid gap-x-8 gap-y-2 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button onClick={copy} size="sm" variant="secondary">
          Copy
        </Button>
        <p className="text-sm font-semibold" role="status">
          {copied === true && 'The codes are copied.'}
          {copied === false && "The browser didn't let us copy. Select the codes instead."}
        </p>
      </div>
    </div>
  );
}
