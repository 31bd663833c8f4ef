import type { ReactNode } from 'react';
import { company, telHref } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmailLink } from '../layout/contact-links.tsx';
import { NumberedSection } from '../layout/sections.tsx';

export function ContactSection() {
  const { address, phones } = company;
  return (
    <NumberedSection
      intro={
        <LinkButton className="mt-2" size="lg" to="/inquiry">
          {t('Ask for a quote', 'Pedir cotización')}
        </LinkButton>
      }
      number={5}
      title={t('Get In Touch', 'Póngase en contacto')}
    >
      <div className="grid grid-cols-1 border-b border-ink sm:grid-cols-6">
        <ContactCard className="sm:col-span-3" label={t('Address', 'Dirección')}>
          <a className="text-link" href={address.mapUrl}>
            {address.street}
            <br />
            {`${address.city}, ${address.state} ${address.zip}`}
          </a>
        </ContactCard>
        <ContactCard className="sm:col-span-3" label={t('Email', 'Correo electrónico')}>
          <EmailLink className="text-link" />
        </ContactCard>
        {Object.values(phones).map(({ label, spanish, number }) => (
          <ContactCard className="sm:col-span-2" key={label} label={t(label, spanish)}>
            <a className="display text-lg" href={telHref(number)}>
              {number}
            </a>
          </ContactCard>
        ))}
      </div>
    </NumberedSection>
  );
}

function ContactCard(props: { label: string; className: string; children: ReactNode }) {
  return (
    <article className={`border-t-3 border-ink py-5 pr-4 ${props.className}`}>
      <h3 className="legend mb-1 text-steel">{props.label}</h3>
      {props.children}
    </article>
  );
}
