import type { ReactNode } from 'react';

/** Labels with their values; rows without a value are omitted. */
export function DescriptionList({ rows }: { rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="text-sm">
      {rows
        .filter(([, value]) => value || value === 0)
        .map(([label, value]) => (
          <div className="flex flex-wrap gap-x-4 border-t border-line py-1.5" key={label}>
            <dt className="basis-40 text-steel">{label}</dt>
            <dd className="min-w-0 max-w-full whitespace-pre-line wrap-anywhere">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
