import { company, companyInSpanish } from '#contract/company/profile.ts';
import { t } from '#contract/text/languages.ts';
import { organization, pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { InfoBanner, NumberedSection } from '../layout/sections.tsx';
import type { Route } from './+types/about-page.ts';
import { Portrait } from './portraits.tsx';

export const meta: Route.MetaFunction = ({ matches }) => {
  const publicUrl = publicUrlOf(matches);
  return pageMeta({
    title: t('About Us', 'Quiénes somos'),
    description: t(
      `${company.name}: a ${company.generation} family business that has hauled cars for dealerships and auctions from ${company.address.city}, ${company.address.stateName} since ${company.founded}.`,
      `${company.name}: una empresa familiar ${companyInSpanish.generation} de ${company.address.city}, ${company.address.stateName}, que transporta autos para dealers y subastas desde ${company.founded}.`,
    ),
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
        <h1 className="display text-3xl">
          {t(
            `A family, ${company.fleetSize}\u00a0trucks, two yards.`,
            `Una familia, ${company.fleetSize}\u00a0camiones, dos patios.`,
          )}
        </h1>
        <div>
          <p className="text-lg">
            {t(
              `${company.name} is a ${company.generation} family business in ${company.address.city}, ${company.address.stateName}, with a hub in ${company.hub.city}. We move vehicles for dealerships, auctions and businesses, ${company.carsPerLoad} at a time, nationwide and with local pickup in the ${company.homeRegion} region.`,
              `${company.name} es una empresa familiar ${companyInSpanish.generation} de ${company.address.city}, ${company.address.stateName}, con otra base en ${company.hub.city}. Movemos vehículos para dealers, subastas y empresas, de ${companyInSpanish.carsPerLoad} por viaje, en todo el país y con recogida local en la región de ${company.homeRegion}.`,
            )}
          </p>
          <p className="mt-4 border-l-6 border-lane pl-3 font-bold">
            {t(
              'We do not transport personally owned vehicles.',
              'No transportamos vehículos de particulares.',
            )}
          </p>
        </div>
      </div>
      <InfoBanner />
      <NumberedSection number={1} title={t('Our history', 'Nuestra historia')}>
        <History />
      </NumberedSection>
      <NumberedSection number={2} title={t('Mission and values', 'Misión y valores')}>
        <Values />
      </NumberedSection>
      <NumberedSection
        intro={
          <LinkButton className="mt-2" prefetch="intent" to="/careers" variant="secondary">
            {t('See open jobs', 'Ver vacantes')}
          </LinkButton>
        }
        number={3}
        title={t('Our Team', 'Nuestro equipo')}
      >
        <Team />
      </NumberedSection>
    </main>
  );
}

const milestones = () => [
  {
    when: String(company.founded),
    text: t(
      `The family buys one open car hauler and starts running new cars from the rail ramp to dealers around ${company.address.city}.`,
      `La familia compra una madrina abierta y empieza a llevar autos nuevos de la rampa del tren a los dealers de ${company.address.city} y sus alrededores.`,
    ),
  },
  {
    when: t('Second generation', 'Segunda generación'),
    text: t(
      'Auctions join the dealers on the sheet. Dispatch moves out of the kitchen and into an office beside the yard.',
      'Las subastas se suman a los dealers en la hoja. Despacho sale de la cocina y se muda a una oficina junto al patio.',
    ),
  },
  {
    when: t(`${company.hub.city} hub`, `Base de ${company.hub.city}`),
    text: t(
      `A second yard in ${company.hub.city}, ${company.hub.state} opens the lanes to the west and halves the empty miles on the way back.`,
      `Un segundo patio en ${company.hub.city}, ${company.hub.state}, abre las rutas al oeste y reduce a la mitad las millas vacías del regreso.`,
    ),
  },
  {
    when: t('Third generation', 'Tercera generación'),
    text: t(
      `Today the grandchildren run ${company.fleetSize} ${company.product} with GPS tracking on each one, and still answer the phone themselves.`,
      `Hoy los nietos manejan el negocio, con ${company.fleetSize} ${companyInSpanish.product} y GPS en cada una, y todavía contestan el teléfono ellos mismos.`,
    ),
  },
];

function History() {
  return (
    <ol className="border-b border-ink">
      {milestones().map(({ when, text }) => (
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

const values = () => [
  {
    title: t('The truck is the promise', 'El camión es la promesa'),
    text: t(
      'We check straps, ramps and paint before every load. A truck that fails the check stays in the yard.',
      'Revisamos correas, rampas y pintura antes de cada carga. El camión que no pasa la revisión se queda en el patio.',
    ),
  },
  {
    title: t('Say it as it is', 'Las cosas como son'),
    text: t(
      'If a load is late, you hear it from us, with a new time and the reason.',
      'Si una carga se atrasa, lo sabe por nosotros, con la nueva hora y el motivo.',
    ),
  },
  {
    title: t('Everyone gets home', 'Todos llegan a casa'),
    text: t(
      'No delivery is worth a tired driver. Safety can stop any load at any hour.',
      'Ninguna entrega vale un chofer cansado. Seguridad puede parar cualquier carga a cualquier hora.',
    ),
  },
];

function Values() {
  return (
    <>
      <p className="border-t-3 border-ink pt-6 font-display text-xl leading-snug font-semibold">
        {t(
          'Our mission is to move every vehicle on time and without damage, and to treat the people who load it, drive it and wait for it the way we would want to be treated.',
          'Nuestra misión es mover cada vehículo a tiempo y sin daños, y tratar a quien lo carga, lo maneja y lo espera como quisiéramos que nos traten.',
        )}
      </p>
      <dl className="mt-10 grid grid-cols-1 gap-y-8">
        {values().map(({ title, text }) => (
          <div className="border-l-4 border-lane pl-5" key={title}>
            <dt className="font-display text-lg font-bold">{title}</dt>
            <dd className="measure mt-1">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const departments = [
  ['Dispatch', 'Despacho'],
  ['Drivers', 'Choferes'],
  ['Safety', 'Seguridad'],
  ['Shop', 'Taller'],
] as const;

/** Placeholder cards. */
function Team() {
  return (
    <>
      <p className="display border-t-3 border-ink pt-6 text-xl text-rust">
        {t('Coming soon!', '¡Próximamente!')}
      </p>
      <ul className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-4">
        {departments.map(([department, spanish]) => (
          <li className="border-2 border-dashed border-edge" key={department}>
            <Portrait department={department} />
            <p className="px-3 py-3 font-display font-semibold">{t(department, spanish)}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
