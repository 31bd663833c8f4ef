import { data } from 'react-router';
import { listApproved } from '#contract/testimonials.ts';
import { organization, pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import { callContext, logContext } from '#web/lib/server-context.ts';
import { InfoBanner } from '../layout/info-banner.tsx';
import { TestimonialsSection } from '../testimonials/testimonials-section.tsx';
import type { Route } from './+types/home-page.ts';
import { ContactSection } from './contact-section.tsx';
import { CoverageSection } from './coverage-section.tsx';
import { FeaturesSection } from './features-section.tsx';
import { Hero } from './hero.tsx';
import { PurposeSection } from './purpose-section.tsx';
import { ServicesSection } from './services-section.tsx';

/** The approved testimonials; where they cannot be read the page goes on without, and is not kept. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return data({ approved: await context.get(callContext)(listApproved) });
  } catch (error) {
    context.get(logContext)(error);
    return data({ approved: [] }, { headers: { 'Cache-Control': 'no-store' } });
  }
}

/** On a change of page the home page comes without a connection too. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs) {
  return serverLoader().catch(() => ({ approved: [] }));
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const publicUrl = publicUrlOf(matches);
  return pageMeta({
    title: 'Kestrel Auto Transport: car hauling for dealerships and auctions',
    description:
      'Kestrel Auto Transport of Joliet, Illinois hauls cars for dealerships, auctions and businesses nationwide: 60 car haulers, 7-10 cars at a time, since 1967.',
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
      <TestimonialsSection approved={loaderData.approved} />
      <PurposeSection />
      <ContactSection />
    </main>
  );
}
