import { Link } from 'react-router';
import { company, companyInSpanish } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { PhoneLink } from '../layout/contact-links.tsx';
import { Carrier } from './carrier.tsx';

/** Everything here fits above the fold at 390 × 844 and 1440 × 900. */
export function Hero() {
  const { address, hub } = company;
  return (
    <div className="hero">
      <div className="wrap hero-grid">
        <div className="hero-text">
          <h1 className="display text-3xl">
            {t(
              `Cars by the truckload since ${company.founded}.`,
              `Madrinas llenas de autos desde ${company.founded}.`,
            )}
          </h1>
          <p className="hero-lead">
            {t(
              `${company.name} is a ${company.generation} family business. We haul for dealerships, auctions and businesses: a fleet of ${company.fleetSize} ${company.product} moving ${company.carsPerLoad} cars at a time, nationwide.`,
              `${company.name} es una empresa familiar ${companyInSpanish.generation}. Transportamos autos para dealers, subastas y empresas en todo el país: una flota de ${company.fleetSize} ${companyInSpanish.product}, de ${companyInSpanish.carsPerLoad} autos por viaje.`,
            )}
          </p>
          <p className="hero-limit">
            {t(
              'We do not transport personally owned vehicles.',
              'No transportamos vehículos de particulares.',
            )}
          </p>
          <LinkButton className="beside-bar" prefetch="intent" size="lg" to="/inquiry">
            {t('Contact Us', 'Contáctenos')}
          </LinkButton>
        </div>
        <dl className="bill">
          <div>
            <dt className="legend">{t('Based in', 'Sede')}</dt>
            <dd>
              <a className="text-link" href={address.mapUrl}>
                {`${address.street}, ${address.city}, ${address.stateName}\u00a0${address.zip}`}
              </a>
            </dd>
          </div>
          <div>
            <dt className="legend">{t('Hub in', 'Base en')}</dt>
            <dd>{`${hub.city}, ${hub.state}`}</dd>
          </div>
          <div>
            <dt className="legend">{t('Pickup', 'Recogida')}</dt>
            <dd>
              {t(
                `Local, in the ${company.homeRegion} region`,
                `Local, en la región de ${company.homeRegion}`,
              )}
            </dd>
          </div>
          <div className="bill-quote">
            <dt className="legend">{t('Phone', 'Teléfono')}</dt>
            <dd>
              <PhoneLink className="display text-xl" />
              <Link className="text-link" to="/inquiry">
                {t('Ask for a quote', 'Pedir cotización')}
              </Link>
            </dd>
          </div>
        </dl>
      </div>
      <Carrier />
    </div>
  );
}
