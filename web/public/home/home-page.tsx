import { organization, pageMeta, publicUrlOf } from '#web/lib/page-meta.ts';
import { InfoBanner } from '../layout/info-banner.tsx';
import { TestimonialsSection } from '../testimonials/testimonials-section.tsx';
import type { Route } from './+types/home-page.ts';
import { ContactSection } from './contact-section.tsx';
import { CoverageSection } from './coverage-section.tsx';
import { FeaturesSection } from './features-section.tsx';
import { Hero } from './hero.tsx';
import { PurposeSection } from './purpose-section.tsx';
import { ServicesSection } from './services-section.tsx';

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

export default function HomePage() {
  return (
    <main id="main">
      <Hero />
      <InfoBanner />
      <ServicesSection />
      <FeaturesSection />
      <CoverageSection />
      <TestimonialsSection />
      <PurposeSection />
      <ContactSection />
    </main>
  );
}
