import { data } from 'react-router';
import { hubs } from '#contract/company/lanes.ts';
import { company, companyInSpanish } from '#contract/company/profile.ts';
import { listApproved } from '#contract/testimonials.ts';
import { t } from '#contract/text/languages.ts';
import { callContext, logContext } from '#web/lib/api/server-context.ts';
import { isOtherPage } from '#web/lib/navigation/navigation-hook.ts';
import { organization, pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import coverageMap from '../../assets/coverage.svg';
import { InfoBanner, NumberedSection } from '../layout/sections.tsx';
import { TestimonialsSection } from '../testimonials/testimonials-section.tsx';
import { TrustBlock } from '../trust/trust-block.tsx';
import type { Route } from './+types/home-page.ts';
import { ContactSection } from './contact-section.tsx';
import { Hero } from './hero.tsx';
import { ServicesSection } from './services-section.tsx';

/** Approved testimonials on the home page: nine slides fit, four of them are the company's own. */
const maxApproved = 5;
const none = { approved: [], more: false };

/** Loads the newest approved testimonials. On failure the page renders without them and isn't cached. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    const all = await context.get(callContext)(listApproved);
    return data({ approved: all.slice(-maxApproved), more: all.length > maxApproved });
  } catch (error) {
    context.get(logContext)(error);
    return data(none, { headers: { 'Cache-Control': 'no-store' } });
  }
}

/** On a client navigation the home page opens offline, too. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(() => none);
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export const shouldRevalidate = isOtherPage;

export const meta: Route.MetaFunction = ({ matches }) => {
  const publicUrl = publicUrlOf(matches);
  return pageMeta({
    title: t(
      `${company.name}: car hauling for dealerships and auctions`,
      `${company.name}: transporte de autos para dealers y subastas`,
    ),
    description: t(
      `${company.name} of ${company.address.city}, ${company.address.stateName} hauls cars for dealerships, auctions and businesses nationwide: ${company.fleetSize} ${company.product}, ${company.carsPerLoad} cars at a time, since ${company.founded}.`,
      `${company.name}, de ${company.address.city}, ${company.address.stateName}, transporta autos para dealers, subastas y empresas en todo el país: ${company.fleetSize} ${companyInSpanish.product}, de ${companyInSpanish.carsPerLoad} autos por viaje, desde ${company.founded}.`,
    ),
    path: '/',
    publicUrl,
    jsonLd: organization(publicUrl),
  });
};

export default function HomePage({ loaderData }: Route.ComponentProps) {
  return (
    <main id="main">
      <Hero />
      <InfoBanner />
      <ServicesSection />
      <FeaturesSection />
      <CoverageSection />
      <TestimonialsSection {...loaderData} />
      <PurposeSection />
      <ContactSection />
    </main>
  );
}

const features = () => [
  {
    title: t(
      `A fleet of ${company.fleetSize} ${company.product}`,
      `Una flota de ${company.fleetSize} ${companyInSpanish.product}`,
    ),
    text: t(
      `Our own trucks and our own drivers, moving ${company.carsPerLoad} cars at a time.`,
      `Camiones y choferes propios, de ${companyInSpanish.carsPerLoad} autos por viaje.`,
    ),
  },
  {
    title: t('GPS tracking', 'Rastreo por GPS'),
    text: t(
      'Every load is tracked by GPS, so dispatch can tell you where your cars are when you ask.',
      'Cada carga se rastrea por GPS: cuando pregunte, despacho le dirá dónde están sus autos.',
    ),
  },
  {
    title: t('Insurance options', 'Opciones de seguro'),
    text: t(
      'Coverage that fits the load. Ask for the options with your quote and get them in writing.',
      'Cobertura según la carga. Pida las opciones con su cotización, por escrito.',
    ),
  },
  {
    title: t(
      `Local pickup in the ${company.homeRegion} region`,
      `Recogida local en la región de ${company.homeRegion}`,
    ),
    text: t(
      `We pick up at lots, auctions and rail ramps in the region and load for the long haul in ${company.address.city}.`,
      `Recogemos en lotes, subastas y rampas de tren y cargamos en ${company.address.city} para los viajes largos.`,
    ),
  },
];

function FeaturesSection() {
  return (
    <NumberedSection number={2} title={t('What comes with it', 'Qué incluye')}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(15rem,34%)),1fr))] gap-x-8">
        {features().map(({ title, text }) => (
          <article className="border-t-3 border-ink py-6" key={title}>
            <h3 className="display text-lg">{title}</h3>
            <p className="mt-3">{text}</p>
          </article>
        ))}
      </div>
      <TrustBlock />
    </NumberedSection>
  );
}

/** The coverage map and its text alternative. */
function CoverageSection() {
  return (
    <NumberedSection
      intro={
        <p>
          {t(
            'Nationwide coverage from two yards. These are the lanes we run most.',
            'De dos patios a todo el país. Las rutas que más recorremos:',
          )}
        </p>
      }
      number={3}
      title={t('Where we run', 'Nuestras rutas')}
    >
      <img
        alt={t(
          `Map of the lower 48 states with lanes from ${hubs.map(({ city }) => city).join(' and ')} to the cities listed below`,
          `Mapa de los 48 estados contiguos con rutas de ${hubs.map(({ city }) => city).join(' y ')} a las ciudades de la lista`,
        )}
        className="h-auto w-full"
        // Otherwise React preloads it before the style sheet.
        fetchPriority="low"
        height="610"
        src={coverageMap}
        width="975"
      />
      <div className="mt-8 grid grid-cols-1 gap-6 sm:grid-cols-2">
        {hubs.map((hub) => (
          <div className="border-t border-ink pt-3" key={hub.city}>
            <h3 className="font-display font-bold">
              {t(`From ${hub.city}, ${hub.state}`, `Desde ${hub.city}, ${hub.state}`)}
            </h3>
            <p className="mt-1 text-steel">{hub.lanes.map(({ city }) => city).join(', ')}</p>
          </div>
        ))}
      </div>
    </NumberedSection>
  );
}

function PurposeSection() {
  return (
    <section
      aria-label={t('Vision and mission', 'Visión y misión')}
      className="mt-24 bg-asphalt text-chalk"
    >
      <div className="wrap grid grid-cols-1 gap-x-16 gap-y-12 py-16 lg:grid-cols-[5fr_7fr]">
        <div className="border-t-3 border-lane pt-5">
          <h2 className="display text-2xl">{t('Vision', 'Visión')}</h2>
          <p className="mt-4 text-lg">
            {t(
              'To be the carrier a dealer calls first, because the last load came off the truck the way it went on.',
              'Ser el transportista al que el dealer llama primero, porque la última carga bajó del camión tal como subió.',
            )}
          </p>
        </div>
        <div className="border-t-3 border-lane pt-5">
          <h2 className="display text-2xl">{t('Mission', 'Misión')}</h2>
          <p className="measure mt-4 text-lg">
            {t(
              'Move every vehicle on time and without damage, keep our drivers safe and home when we said they would be, and tell customers the truth about where their cars are.',
              'Mover cada vehículo a tiempo y sin daños, que los choferes lleguen bien a casa el día que les dijimos, y decir a los clientes la verdad sobre sus autos.',
            )}
          </p>
        </div>
      </div>
    </section>
  );
}
