import { t } from '#contract/text/languages.ts';

/** Each car: shape, x, y, rotation in degrees, color. */
const load: readonly [CarShape, number, number, number, string][] = [
  ['suv', 42, 98, 0, '#5D6B78'],
  ['sedan', 276, 98, 0, '#12161C'],
  ['pickup', 510, 98, 0, '#8996A1'],
  ['sedan', 806, 88, -4, '#5D6B78'],
  ['sedan', 28, 14, 0, '#8996A1'],
  ['suv', 264, 14, 0, '#12161C'],
  ['sedan', 500, 14, 0, '#A9B2B9'],
  ['pickup', 736, 14, 0, '#5D6B78'],
  ['suv', 976, 20, 3, '#E8501A'],
];

/** A nine-car carrier in side view. home.css animates the loading and the wheels. */
export function Carrier() {
  return (
    <div className="road">
      <CarSymbols />
      <svg
        aria-label={t('A loaded nine-car carrier', 'Una madrina cargada con nueve autos')}
        className="carrier"
        role="img"
        viewBox="0 0 1230 226"
      >
        <Trailer />
        <Tractor />
        <g className="load">
          {load.map(([shape, x, y, lean, paint]) => (
            <g
              key={`${x},${y}`}
              transform={`translate(${x} ${y})${lean ? ` rotate(${lean})` : ''}`}
            >
              <use className="car" color={paint} height="74" href={`#${shape}`} width="220" />
            </g>
          ))}
        </g>
      </svg>
    </div>
  );
}

function Trailer() {
  return (
    <>
      <path
        d="M24 92h940M30 92l16 80M262 92l-12 80M498 92l-12 80M734 92l12 80M30 128l220 0M486 128h254"
        fill="none"
        stroke="#5D6B78"
        strokeWidth="5"
      />
      <path d="M18 86h950v10H18zM18 170h760v18H440l-14 10H190l-14-10H18z" fill="#12161C" />
      <path d="M30 176h120M452 176h300" stroke="#F2B705" strokeDasharray="18 14" strokeWidth="4" />
      <path d="M14 166h8v24h-8z" fill="#E8501A" />
      <Wheel x={262} />
      <Wheel x={326} />
    </>
  );
}

function Tractor() {
  return (
    <>
      <path d="M770 178h330v14H770z" fill="#12161C" />
      <path
        d="M790 178V96M806 164l224-16v8l-224 16z"
        fill="#12161C"
        stroke="#12161C"
        strokeWidth="6"
      />
      <path
        d="M972 86l232 12v9L972 96zM1054 100v78M1200 102v24"
        fill="#12161C"
        stroke="#12161C"
        strokeWidth="6"
      />
      <path d="M1066 198v-76q0-10 10-10h84q8 0 12 8l20 42 16 5q8 3 8 11v20z" fill="#12161C" />
      <path d="M1120 124h34q6 0 8 5l15 33h-57z" fill="#F6F3EC" opacity=".9" />
      <path d="M1074 172h34" stroke="#F2B705" strokeWidth="4" />
      <path d="M1206 176h10v10h-10z" fill="#F2B705" />
      <path d="M990 180h58v18h-58z" fill="#5D6B78" />
      <Wheel x={862} />
      <Wheel x={926} />
      <Wheel x={1144} />
    </>
  );
}

function Wheel({ x }: { x: number }) {
  return (
    <g className="wheel" transform={`translate(${x} 198)`}>
      <circle fill="#12161C" r="26" stroke="#F6F3EC" strokeWidth="3" />
      <g className="turn" fill="none" stroke="#A9B2B9" strokeWidth="4">
        <circle r="14" />
        <path d="M0-14V14M-12-7 12 7M-12 7 12-7" />
      </g>
    </g>
  );
}

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

/** SVG symbols of the cars, defined once per page. */
function CarSymbols() {
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

export function CarIcon({ shape, className }: { shape: CarShape; className?: string }) {
  return (
    <svg aria-hidden="true" className={className} viewBox="0 0 220 74">
      <use href={`#${shape}`} />
    </svg>
  );
}
