import { company } from '#contract/company.ts';
import { Stop } from '../layout/stop.tsx';

const features = [
  {
    title: `A fleet of ${company.fleetSize} ${company.product}`,
    text: `Our own trucks and our own drivers, moving ${company.carsPerLoad} cars at a time.`,
  },
  {
    title: 'GPS tracking',
    text: 'Every load is tracked by GPS, so dispatch can tell you where your cars are when you ask.',
  },
  {
    title: 'Insurance options',
    text: 'Cover that fits the load: ask for the options with your quote and get them in writing.',
  },
  {
    title: `Local pickup in the ${company.homeRegion} region`,
    text: 'We collect from lots, auctions and rail ramps around Chicago and load for the long haul in Joliet.',
  },
];

/** What a buyer of transport asks about before the price. */
export function FeaturesSection() {
  return (
    <Stop number={2} title="What comes with it">
      <div className="grid border-b border-ink sm:grid-cols-2">
        {features.map(({ title, text }) => (
          <article
            className="border-t-3 border-ink py-6 sm:odd:pr-8 sm:even:border-l sm:even:pl-8"
            key={title}
          >
            <h3 className="display text-lg">{title}</h3>
            <p className="mt-3">{text}</p>
          </article>
        ))}
      </div>
    </Stop>
  );
}
