import { company, companyInSpanish } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { NumberedSection } from '../layout/sections.tsx';
import { CarIcon, type CarShape } from './carrier.tsx';

interface Service {
  title: string;
  text: string;
  ask: string;
  cars: readonly CarShape[];
}

const services = (): readonly Service[] => [
  {
    title: t('Multi-Car Carrier Transport', 'Transporte en madrina'),
    text: t(
      `${company.carsPerLoad} cars on one carrier, one driver and one sheet from the first stop to the last. For stock between auctions, ports and lots.`,
      `${companyInSpanish.carsPerLoad} autos en una madrina, con un chofer y una hoja de principio a fin. Para inventario entre subastas, puertos y lotes.`,
    ),
    ask: t('Ask about carrier transport', 'Preguntar por madrinas'),
    cars: ['sedan', 'suv', 'pickup', 'sedan'],
  },
  {
    title: t('Auto Hiking Services', 'Traslado rodando'),
    text: t(
      'One of our drivers takes the vehicle on its own wheels: dealer trades, short moves and units that do not fit a deck.',
      'Un chofer nuestro lleva el vehículo manejando: cambios entre dealers, tramos cortos y unidades que no caben en la plataforma.',
    ),
    ask: t('Ask about auto hiking', 'Preguntar por el traslado'),
    cars: ['suv'],
  },
  {
    title: t('Fleet Transport', 'Transporte de flotas'),
    text: t(
      'Company cars, vans and trucks moved between branches as one job, with one person at our end who knows where each of them is.',
      'Autos, vans y camiones de empresa entre sucursales como un solo trabajo. Una persona nuestra sabe dónde está cada uno.',
    ),
    ask: t('Ask about fleet transport', 'Preguntar por flotas'),
    cars: ['pickup', 'pickup', 'pickup'],
  },
];

export function ServicesSection() {
  return (
    <NumberedSection
      intro={
        <p>
          {t(
            'For dealerships, auctions and businesses with commercial vehicles to move. Not for personally owned vehicles.',
            'Para dealers, subastas y empresas con vehículos por mover. No transportamos vehículos de particulares.',
          )}
        </p>
      }
      number={1}
      title={t('What we haul', 'Qué transportamos')}
    >
      {services().map((service) => (
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
