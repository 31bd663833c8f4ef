import { testimonials } from '#contract/company.ts';
import type { Approved } from '#contract/testimonials.ts';
import { Stop } from '../layout/stop.tsx';
import { Carousel } from './carousel.tsx';

/** What customers say: the company's own four, and then those that clients wrote and an admin approved. */
export function TestimonialsSection({ approved }: { approved: readonly Approved[] }) {
  return (
    <Stop number={4} title="What customers say">
      <Carousel label="Testimonials">
        {[...testimonials, ...approved].map((item) => (
          <figure className="testimonial" key={`${item.client} ${item.quote}`}>
            <blockquote>
              <p className="whitespace-pre-line">“{item.quote.trim().replace(/\n{2,}/g, '\n')}”</p>
            </blockquote>
            <figcaption className="mt-5 border-l-4 border-lane pl-4">
              <p className="font-display font-bold">{item.client}</p>
              <p className="text-steel">
                {item.role}
                <br />
                {item.company}
                <br />
                {item.city}, {item.state}
              </p>
            </figcaption>
          </figure>
        ))}
      </Carousel>
    </Stop>
  );
}
