import type { ReactNode } from 'react';

/** A ruled list of what is known: label on the left, value on the right; empty values are left out. */
export function Facts({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="text-sm">
      {rows
        .filter(([, value]) => value !== '' && value !== null && value !== undefined)
        .map(([label, value]) => (
          <div
            className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-4 border-t border-line py-1.5 xs:grid-cols-[10rem_minmax(0,1fr)]"
            key={label}
          >
            <dt className="text-steel">{label}</dt>
            <dd className="min-w-0 whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
