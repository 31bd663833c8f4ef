import type { Approved } from '#contract/testimonials.ts';
import { t } from '#contract/text/languages.ts';

interface TestimonialFigureProps {
  item: Approved & { isTranslated?: boolean };
}

export function TestimonialFigure({ item }: TestimonialFigureProps) {
  return (
    <figure className="testimonial">
      <blockquote>
        <p className="whitespace-pre-line">{`“${item.quote.trim().replace(/\n{2,}/g, '\n')}”`}</p>
      </blockquote>
      <figcaption className="mt-5 border-l-4 border-lane pl-4">
        <p className="font-display font-bold">{item.client}</p>
        <p className="text-steel">
          {item.role}
          <br />
          {item.company}
          <br />
          {`${item.city}, ${item.state}`}
          {item.isTranslated && (
            <>
              <br />
              <small>{t('Translated from English', 'Traducido del inglés')}</small>
            </>
          )}
        </p>
      </figcaption>
    </figure>
  );
}
