import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { authority, saferUrl } from '#contract/company/authority.ts';
import { t } from '#contract/text/languages.ts';

/** What a dealer checks before giving us a load: authority, insurance, terms. */
export function TrustBlock() {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(15rem,34%)),1fr))] gap-x-8 border-b border-ink">
      <TrustItem label={t('Authority', 'Autorización')}>
        <a className="text-link" href={saferUrl}>
          {`USDOT ${authority.usdot}, MC ${authority.mc}`}
        </a>
      </TrustItem>
      {authority.insurance.map(({ label, spanish, limit }) => (
        <TrustItem key={label} label={t(label, spanish)}>
          {limit}
        </TrustItem>
      ))}
      <TrustItem label={t('In writing', 'Por escrito')}>
        <Link className="text-link" to="/inquiry?kind=certificate">
          {t('Request a certificate of insurance', 'Pedir un certificado de seguro')}
        </Link>
        {', '}
        <Link className="text-link" to="/terms">
          {t('terms', 'términos')}
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
