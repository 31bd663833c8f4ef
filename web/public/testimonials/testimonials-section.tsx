import { testimonials } from '#contract/company.ts';
import { Stop } from '../layout/stop.tsx';
import { Carousel } from './carousel.tsx';

/** What four customers say. */
export function TestimonialsSection() {
  return (
    <Stop number={4} title="What customers say">
      <Carousel label="Testimonials">
        {testimonials.map((item) => (
          <figure className="testimonial" key={item.client}>
            <blockquote>
              <p>“{item.quote}”</p>
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
