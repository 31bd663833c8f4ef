import { Link } from 'react-router';
import { company } from '#contract/company/profile.ts';
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
          <h1 className="display text-3xl">Cars by the truckload since {company.founded}.</h1>
          <p className="hero-lead">
            {company.name} is a {company.generation} family business. We haul for dealerships,
            auctions and businesses: a fleet of {company.fleetSize} {company.product} moving{' '}
            {company.carsPerLoad} cars at a time, nationwide.
          </p>
          <p className="hero-limit">We do not transport personally owned vehicles.</p>
          <LinkButton className="hero-contact" prefetch="intent" size="lg" to="/inquiry">
            Contact Us
          </LinkButton>
        </div>
        <dl className="bill">
          <div>
            <dt className="legend">Based in</dt>
            <dd>
              <a className="text-link" href={address.mapUrl}>
                {address.street}, {address.city}, {address.stateName}&nbsp;{address.zip}
              </a>
            </dd>
          </div>
          <div>
            <dt className="legend">Hub in</dt>
            <dd>
              {hub.city}, {hub.state}
            </dd>
          </div>
          <div>
            <dt className="legend">Pickup</dt>
            <dd>Local, in the {company.homeRegion} region</dd>
          </div>
          <div className="bill-quote">
            <dt className="legend">Phone</dt>
            <dd>
              <PhoneLink className="display text-xl" />
              <Link className="text-link" to="/inquiry">
                Ask for a quote
              </Link>
            </dd>
          </div>
        </dl>
      </div>
      <Carrier />
    </div>
  );
}
