import { Link } from 'react-router';
import { ownTestimonials } from '#contract/company/testimonials.ts';
import type { Approved } from '#contract/testimonials.ts';
import { t } from '#contract/text/languages.ts';
import { NumberedSection } from '../layout/sections.tsx';
import { Carousel } from './carousel.tsx';
import { TestimonialFigure } from './testimonial-figure.tsx';

interface TestimonialsSectionProps {
  /** The newest approved testimonials. */
  approved: readonly Approved[];
  /** Whether /testimonials has more. */
  more: boolean;
}

/** The company's own four testimonials, then the newest approved ones. */
export function TestimonialsSection({ approved, more }: TestimonialsSectionProps) {
  return (
    <NumberedSection
      intro={
        more && (
          <Link className="text-link inline-flex min-h-11 items-center" to="/testimonials">
            {t('All testimonials', 'Todos los testimonios')}
          </Link>
        )
      }
      number={4}
      title={t('What customers say', 'Lo que dicen los clientes')}
    >
      <Carousel label={t('Testimonials', 'Testimonios')}>
        {[...ownTestimonials(), ...approved].map((item) => (
          <TestimonialFigure item={item} key={`${item.client} ${item.quote}`} />
        ))}
      </Carousel>
    </NumberedSection>
  );
}
