import { type CSSProperties, type ReactNode, useRef } from 'react';
import { t } from '#contract/text/languages.ts';
import { type CarouselState, useCarousel } from './use-carousel.ts';

/** With more dots than this they are smaller, to fit a phone. */
const maxLarge = 5;

interface CarouselProps {
  label: string;
  children: readonly ReactNode[];
}

/** An infinite carousel; before hydration a scrollable row. */
export function Carousel({ label, children }: CarouselProps) {
  const carousel = useCarousel(children.length);
  const touch = useRef<number | null>(null);
  // Two copies of the slides on each end allow moving past it.
  const copies = carousel.live ? 2 : 0;
  const slides = [
    ...children.slice(children.length - copies).map((slide, n) => copy(slide, `before-${n}`)),
    ...children.map((slide, n) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the slides never change their order
      <li className="slide" key={`slide-${n + 1}`}>
        {slide}
      </li>
    )),
    ...children.slice(0, copies).map((slide, n) => copy(slide, `after-${n}`)),
  ];
  return (
    <section
      aria-label={label}
      aria-roledescription={t('carousel', 'carrusel')}
      className="carousel"
      data-live={carousel.live || undefined}
      onKeyDown={(event) => {
        if (event.key === 'ArrowLeft') carousel.move(-1);
        if (event.key === 'ArrowRight') carousel.move(1);
      }}
    >
      <div
        className="carousel-view"
        onTouchEnd={(event) => {
          const moved = (event.changedTouches[0]?.clientX ?? 0) - (touch.current ?? 0);
          if (touch.current !== null && Math.abs(moved) > 40) carousel.move(moved > 0 ? -1 : 1);
          touch.current = null;
        }}
        onTouchStart={(event) => {
          touch.current = event.touches[0]?.clientX ?? null;
        }}
      >
        <ul
          className="carousel-track"
          data-moving={carousel.moving || undefined}
          // Set by script only: the policy blocks style attributes in HTML.
          style={carousel.live ? ({ '--at': carousel.at + copies } as CSSProperties) : undefined}
        >
          {slides}
        </ul>
      </div>
      {carousel.live && <Controls carousel={carousel} count={children.length} />}
    </section>
  );
}

/** A copy of a slide, hidden from assistive technology. */
function copy(slide: ReactNode, key: string) {
  return (
    <li aria-hidden="true" className="slide" inert key={key}>
      {slide}
    </li>
  );
}

function Controls({ carousel, count }: { carousel: CarouselState; count: number }) {
  const { stops, first, move, goTo } = carousel;
  return (
    <div className="mt-6 flex items-center justify-between gap-4 print:hidden">
      <p aria-live="polite" className="sr-only">
        {t(`Slide ${first + 1} of ${count}`, `Testimonio ${first + 1} de ${count}`)}
      </p>
      <div className="dots" data-many={stops.length > maxLarge || undefined}>
        {stops.map((slide) => (
          <button
            aria-current={first === slide || undefined}
            aria-label={t(`Go to slide ${slide + 1}`, `Ir al testimonio ${slide + 1}`)}
            className="dot"
            key={slide}
            onClick={() => goTo(slide)}
            type="button"
          />
        ))}
      </div>
      <div className="flex shrink-0 gap-2">
        <Arrow
          label={t('Previous slide', 'Testimonio anterior')}
          onClick={() => move(-1)}
          sign="←"
        />
        <Arrow label={t('Next slide', 'Testimonio siguiente')} onClick={() => move(1)} sign="→" />
      </div>
    </div>
  );
}

function Arrow({ label, sign, onClick }: { label: string; sign: string; onClick: () => void }) {
  return (
    <button
      aria-label={label}
      className="display size-12 border-2 border-ink text-lg hover:bg-ink hover:text-paper"
      onClick={onClick}
      type="button"
    >
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}
