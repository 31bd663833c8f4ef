import { useEffect, useRef, useState } from 'react';

/** How long a move takes, in milliseconds; testimonials.css says the same. */
const duration = 400;

export interface CarouselState {
  /** False until the script has arrived. */
  live: boolean;
  /** The slide at the left edge; outside 0 to count - 1 while a move goes past an end. */
  at: number;
  /** The same, brought back into the row. */
  first: number;
  moving: boolean;
  /** Where the row stands still: every second slide on a wide screen, each at 1280 px and below. */
  stops: readonly number[];
  move: (direction: 1 | -1) => void;
  goTo: (slide: number) => void;
}

/** Where an endless row of `count` slides stands. */
export function useCarousel(count: number): CarouselState {
  const [live, setLive] = useState(false);
  const [at, setAt] = useState(0);
  const [moving, setMoving] = useState(false);
  const [step, setStep] = useState(1);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    const wide = matchMedia('(min-width: 1280.02px)');
    const measure = () => {
      setStep(wide.matches ? 2 : 1);
      // Two by two it stands at every second slide.
      if (wide.matches) setAt((now) => now - (now % 2));
    };
    measure();
    setLive(true);
    wide.addEventListener('change', measure);
    return () => {
      wide.removeEventListener('change', measure);
      clearTimeout(timer.current);
    };
  }, []);

  const goTo = (slide: number) => {
    if (moving || slide === at) return;
    setMoving(true);
    setAt(slide);
    timer.current = setTimeout(() => {
      setMoving(false);
      // A copy is on show: jump, unseen, to what it is a copy of.
      setAt((slide + count) % count);
    }, duration);
  };

  const stops = Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step);
  const last = stops.at(-1) ?? 0;

  return {
    live,
    at,
    first: (at + count) % count,
    moving,
    stops,
    // Past an end it goes on to the copy of the other one: with an odd number that is a shorter way.
    move(direction) {
      if (direction > 0) goTo(at >= last ? count : at + step);
      else goTo(at === 0 ? last - count : at - step);
    },
    goTo,
  };
}
