import { company } from '#contract/company/profile.ts';
import { organization, pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { InfoBanner, NumberedSection } from '../layout/sections.tsx';
import type { Route } from './+types/about-page.ts';
import { Portrait } from './portraits.tsx';

export const meta: Route.MetaFunction = ({ matches }) => {
  const publicUrl = publicUrlOf(matches);
  return pageMeta({
    title: 'About Us',
    description: `${company.name}: a ${company.generation} family business that has hauled cars for dealerships and auctions from ${company.address.city}, ${company.address.stateName} since ${company.founded}.`,
    picture: 'about',
    path: '/about',
    publicUrl,
    jsonLd: organization(publicUrl),
  });
};

export default function AboutPage() {
  return (
    <main id="main">
      <div className="wrap grid grid-cols-1 items-end gap-x-16 gap-y-6 py-14 lg:grid-cols-[7fr_5fr] lg:py-24">
        <h1 className="display text-3xl">A family, {company.fleetSize} trucks, two yards.</h1>
        <div>
          <p className="text-lg">
            {company.name} is a {company.generation} family business in {company.address.city},{' '}
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
      <NumberedSection number={1} title="Our history">
        <History />
      </NumberedSection>
      <NumberedSection number={2} title="Mission and values">
        <Values />
      </NumberedSection>
      <NumberedSection
        intro={
          <LinkButton className="mt-2" prefetch="intent" to="/careers" variant="secondary">
            See open jobs
          </LinkButton>
        }
        number={3}
        title="Our Team"
      >
        <Team />
      </NumberedSection>
    </main>
  );
}

const milestones = [
  {
    when: String(company.founded),
    text: `The family buys one open car hauler and starts running new cars from the rail ramp to dealers around ${company.address.city}.`,
  },
  {
    when: 'Second generation',
    text: 'Auctions join the dealers on the sheet. Dispatch moves out of the kitchen and into an office beside the yard.',
  },
  {
    when: `${company.hub.city} hub`,
    text: `A second yard in ${company.hub.city}, ${company.hub.state} opens the lanes to the west and halves the empty miles on the way back.`,
  },
  {
    when: 'Third generation',
    text: `Today the grandchildren run ${company.fleetSize} ${company.product} with GPS tracking on each one, and still answer the phone themselves.`,
  },
];

function History() {
  return (
    <ol className="border-b border-ink">
      {milestones.map(({ when, text }) => (
        <li
          className="grid grid-cols-1 gap-x-8 gap-y-2 border-t-3 border-ink py-6 sm:grid-cols-[minmax(min-content,2fr)_minmax(0,3fr)]"
          key={when}
        >
          <h3 className="display text-xl">{when}</h3>
          <p className="measure">{text}</p>
        </li>
      ))}
    </ol>
  );
}

const values = [
  {
    title: 'The truck is the promise',
    text: 'We check straps, ramps and paint before every load. A truck that fails the check stays in the yard.',
  },
  {
    title: 'Say it as it is',
    text: 'If a load is late, you hear it from us, with a new time and the reason.',
  },
  {
    title: 'Everyone gets home',
    text: 'No delivery is worth a tired driver. Safety can stop any load at any hour.',
  },
];

function Values() {
  return (
    <>
      <p className="border-t-3 border-ink pt-6 font-display text-xl leading-snug font-semibold">
        Our mission is to move every vehicle on time and without damage, and to treat the people who
        load it, drive it and wait for it the way we would want to be treated.
      </p>
      <dl className="mt-10 grid grid-cols-1 gap-x-8 gap-y-8 sm:grid-cols-2">
        {values.map(({ title, text }) => (
          <div className="border-l-4 border-lane pl-5 first:sm:col-span-full" key={title}>
            <dt className="font-display text-lg font-bold">{title}</dt>
            <dd className="measure mt-1">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const departments = ['Dispatch', 'Drivers', 'Safety', 'Shop'] as const;

/** Placeholder cards. */
function Team() {
  return (
    <>
      <p className="display border-t-3 border-ink pt-6 text-xl text-rust">Coming soon!</p>
      <ul className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-4">
        {departments.map((department) => (
          <li className="border-2 border-dashed border-edge" key={department}>
            <Portrait department={department} />
            <p className="px-3 py-3 font-display font-semibold">{department}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
