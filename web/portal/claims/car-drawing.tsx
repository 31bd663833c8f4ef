import type { KeyboardEvent } from 'react';
import { carRegions, drawing } from '#contract/car-regions.ts';

interface CarDrawingProps {
  /** The digits of the chosen place; '' for none. */
  value: string;
  onChoose: (digits: string) => void;
}

/** A car from above whose parts can be chosen by tap, click or keyboard. */
export function CarDrawing({ value, onChoose }: CarDrawingProps) {
  const choose = (digits: string) => onChoose(digits === value ? '' : digits);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an SVG element can't be a fieldset
    <svg
      aria-label="Place on the car, seen from above, front at the top"
      className="mx-auto block w-full max-w-88 touch-manipulation select-none sm:max-w-64"
      role="group"
      viewBox={`0 0 ${drawing.width} ${drawing.height}`}
    >
      {carRegions.map(({ digits, name, box: [x, y, width, height] }) => {
        const isChosen = digits === value;
        return (
          // biome-ignore lint/a11y/useSemanticElements: an SVG has no buttons
          <g
            aria-label={name}
            aria-pressed={isChosen}
            className="group cursor-pointer outline-none"
            key={digits}
            onClick={() => choose(digits)}
            onKeyDown={(event: KeyboardEvent) => {
              if (event.key !== 'Enter' && event.key !== ' ') return;
              event.preventDefault();
              choose(digits);
            }}
            role="button"
            tabIndex={0}
          >
            <title>{name}</title>
            <rect
              className={`group-focus-visible:stroke-rust group-focus-visible:stroke-4 ${
                isChosen
                  ? 'fill-signal stroke-ink stroke-3'
                  : 'fill-sheet stroke-edge stroke-2 group-hover:fill-well'
              }`}
              height={height}
              rx={8}
              width={width}
              x={x}
              y={y}
            />
            <text
              className={`text-xs ${isChosen ? 'fill-asphalt font-bold' : 'fill-steel'}`}
              dominantBaseline="central"
              textAnchor="middle"
              x={x + width / 2}
              y={y + height / 2}
            >
              {width > 60 ? name : digits}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
