import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { authority, saferUrl } from '#contract/company/authority.ts';

/** What a dealer checks before giving us a load: authority, insurance, terms. */
export function TrustBlock() {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(15rem,34%)),1fr))] gap-x-8 border-b border-ink">
      <TrustItem label="Authority">
        <a className="text-link" href={saferUrl}>
          USDOT {authority.usdot}, MC {authority.mc}
        </a>
      </TrustItem>
      {authority.insurance.map(({ label, limit }) => (
        <TrustItem key={label} label={label}>
          {limit}
        </TrustItem>
      ))}
      <TrustItem label="In writing">
        <Link className="text-link" to="/inquiry?kind=certificate">
          Request a certificate of insurance
        </Link>
        {', '}
        <Link className="text-link" to="/terms">
          terms
        </Link>
      </TrustItem>
    </dl>
  );
}

function TrustItem({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="border-t-3 border-ink py-6">
      <dt className="legend text-steel">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
