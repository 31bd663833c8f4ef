export type CarShape = 'sedan' | 'suv' | 'pickup';

const shapes: Record<CarShape, { body: string; glass: string }> = {
  sedan: {
    body: 'M4 58V46q0-11 12-13l26-4 24-18q7-5 16-5h46q10 0 18 6l24 18 30 5q16 3 16 16v7z',
    glass: 'M57 29l18-14q4-3 9-3h16v17zM106 12h20q7 0 12 4l17 13h-49z',
  },
  suv: {
    body: 'M4 58V30q0-6 4-11l8-11q2-3 7-3h104q9 0 16 6l24 19 34 5q15 3 15 16v7z',
    glass: 'M18 28l9-13q2-3 6-3h22v16zM61 12h30v16H61zM97 12h28q6 0 11 4l15 12H97z',
  },
  pickup: {
    body: 'M4 58V32h88V12q0-6 6-6h36q9 0 15 7l17 19 34 5q16 3 16 14v7z',
    glass: 'M99 29V16q0-4 4-4h14v17zM123 12h9q6 0 10 5l10 12h-29z',
  },
};

/** The cars as symbols, drawn once on the page and used wherever a car stands. */
export function CarSymbols() {
  return (
    <svg aria-hidden="true" className="absolute size-0">
      {Object.entries(shapes).map(([name, { body, glass }]) => (
        <symbol id={name} key={name} viewBox="0 0 220 74">
          <path d={body} fill="currentColor" />
          <path d={glass} fill="#F6F3EC" opacity=".82" />
          <g fill="#12161C" stroke="#F6F3EC" strokeWidth="3">
            <circle cx="48" cy="58" r="14" />
            <circle cx="172" cy="58" r="14" />
          </g>
        </symbol>
      ))}
    </svg>
  );
}

/** One car of the page's symbols, as a small picture. */
export function CarIcon({ shape, className }: { shape: CarShape; className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 220 74">
      <use href={`#${shape}`} />
    </svg>
  );
}
