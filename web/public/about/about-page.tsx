import { company } from '#contract/company.ts';
import { organization, pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { InfoBanner } from '../layout/info-banner.tsx';
import { Stop } from '../layout/stop.tsx';
import type { Route } from './+types/about-page.ts';
import { History } from './history.tsx';
import { Team } from './team.tsx';
import { Values } from './values.tsx';

export const meta: Route.MetaFunction = ({ matches }) => {
  const publicUrl = publicUrlOf(matches);
  return pageMeta({
    title: 'About Us',
    description: `${company.name}: a third-generation family business that has hauled cars for dealerships and auctions from ${company.address.city}, ${company.address.stateName} since ${company.founded}.`,
    path: '/about',
    publicUrl,
    jsonLd: organization(publicUrl),
  });
};

export default function AboutPage() {
  return (
    <main id="main">
      <div className="wrap grid items-end gap-x-16 gap-y-6 py-14 lg:grid-cols-[7fr_5fr] lg:py-24">
        <h1 className="display text-3xl">A family, {company.fleetSize} trucks, two yards.</h1>
        <div>
          <p className="text-lg">
            {company.name} is a third-generation family business in {company.address.city},{' '}
            {company.address.stateName}, with a hub in {company.hub.city}. We move vehicles for
            dealerships, auctions and businesses, {company.carsPerLoad} at a time, nationwide and
            with local pickup in the {company.homeRegion} region.
          </p>
          <p className="mt-4 border-l-6 border-lane pl-3 font-bold">
            We do not transport personally owned vehicles.
          </p>
        </div>
      </div>
      <InfoBanner />
      <Stop number={1} title="Our history">
        <History />
      </Stop>
      <Stop number={2} title="Mission and values">
        <Values />
      </Stop>
      <Stop
        intro={
          <LinkButton className="mt-2" to="/careers" variant="secondary">
            See open jobs
          </LinkButton>
        }
        number={3}
        title="Our Team"
      >
        <Team />
      </Stop>
    </main>
  );
}
