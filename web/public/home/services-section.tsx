import { company } from '#contract/company/profile.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { NumberedSection } from '../layout/sections.tsx';
import { CarIcon, type CarShape } from './carrier.tsx';

interface Service {
  title: string;
  text: string;
  ask: string;
  cars: readonly CarShape[];
}

const services: readonly Service[] = [
  {
    title: 'Multi-Car Carrier Transport',
    text: `${company.carsPerLoad} cars on one carrier, one driver and one sheet from the first stop to the last. For stock between auctions, ports and lots.`,
    ask: 'Ask about carrier transport',
    cars: ['sedan', 'suv', 'pickup', 'sedan'],
  },
  {
    title: 'Auto Hiking Services',
    text: 'One of our drivers takes the vehicle on its own wheels: dealer trades, short moves and units that do not fit a deck.',
    ask: 'Ask about auto hiking',
    cars: ['suv'],
  },
  {
    title: 'Fleet Transport',
    text: 'Company cars, vans and trucks moved between branches as one job, with one person at our end who knows where each of them is.',
    ask: 'Ask about fleet transport',
    cars: ['pickup', 'pickup', 'pickup'],
  },
];

export function ServicesSection() {
  return (
    <NumberedSection
      intro={
        <p>
          For dealerships, auctions and businesses with commercial vehicles to move. Not for
          personally owned vehicles.
        </p>
      }
      number={1}
      title="What we haul"
    >
      {services.map((service) => (
        <article
          className="flex flex-wrap gap-x-8 gap-y-4 border-t-3 border-ink pt-5 pb-9"
          key={service.title}
        >
          <div className="min-w-0 flex-[1_1_18rem]">
            <h3 className="display text-xl">{service.title}</h3>
            <p className="measure mt-3">{service.text}</p>
          </div>
          <LinkButton className="self-end" to="/inquiry" variant="secondary">
            {service.ask}
          </LinkButton>
          <p aria-hidden="true" className="flex w-full gap-2 border-b border-line text-steel">
            {service.cars.map((shape, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a fixed row of pictures
              <CarIcon className="w-1/5 max-w-28" key={index} shape={shape} />
            ))}
          </p>
        </article>
      ))}
    </NumberedSection>
  );
}
