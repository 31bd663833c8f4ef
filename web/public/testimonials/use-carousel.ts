import { useEffect, useRef, useState } from 'react';

/** Duration of a move in milliseconds; the same as in testimonials.css. */
const duration = 400;

export interface CarouselState {
  /** False until hydrated. */
  live: boolean;
  /** Index of the slide at the left edge; outside 0 to count - 1 during a move past an end. */
  at: number;
  /** `at`, wrapped to 0 to count - 1. */
  first: number;
  moving: boolean;
  /** Slides to stop at: every second one on a wide screen, each at 1280 px and below. */
  stops: readonly number[];
  move: (direction: 1 | -1) => void;
  goTo: (slide: number) => void;
}

/** The position of an infinite carousel of `count` slides. */
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
      // With a step of two, stop at even slides only.
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
      // A copy is shown: jump to the original, which looks the same.
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
    // Past an end it moves to the copy of the other end, one slide further even when the step is two.
    move(direction) {
      if (direction > 0) goTo(at >= last ? count : at + step);
      else goTo(at === 0 ? last - count : at - step);
    },
    goTo,
  };
}
