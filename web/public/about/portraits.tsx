import type { ReactNode } from 'react';

type Department = 'Dispatch' | 'Drivers' | 'Safety' | 'Shop';

/** Head and shoulders of someone of that department, drawn like the carrier: flat, in the company's colors. */
export function Portrait({ department }: { department: Department }) {
  return (
    <svg aria-hidden="true" className="w-full bg-well" viewBox="0 0 100 110">
      {portraits[department]}
    </svg>
  );
}

const asphalt = '#12161C';
const steel = '#5D6B78';
const chalk = '#F6F3EC';
const lane = '#F2B705';
const signal = '#E8501A';

interface BodyProps {
  skin: string;
  /** Shade of the neck. */
  shade: string;
  shirt: string;
}

function Body({ skin, shade, shirt }: BodyProps) {
  return (
    <>
      <path d="M8 110q1-27 30-33h24q29 6 30 33z" fill={shirt} />
      <path d="M42 60h16v17q-8 8-16 0z" fill={shade} />
      <path d="M34 42q0-19 16-19t16 19v6q0 20-16 20T34 48z" fill={skin} />
    </>
  );
}

/** Eyes and mouth. */
function Face({ mouth = 'M44 58q6 4 12 0' }: { mouth?: string }) {
  return (
    <>
      <path d="M43 46v1M57 46v1" stroke={asphalt} strokeLinecap="round" strokeWidth="3.4" />
      <path d={mouth} fill="none" stroke={asphalt} strokeLinecap="round" strokeWidth="2" />
    </>
  );
}

const portraits: Record<Department, ReactNode> = {
  // Gray hair to the chin, glasses, a headset.
  Dispatch: (
    <>
      <path d="M27 66V42q0-25 23-25t23 25v24q-23 8-46 0z" fill="#A9B2B9" />
      <Body shade="#D3A27E" shirt={asphalt} skin="#EBC3A0" />
      <path d="M39 76l11 16 11-16 5 2-12 32h-8L34 78z" fill={chalk} />
      <path d="M33 45q-1-22 17-22t17 22q-4-12-13-14-9 10-21 14z" fill="#A9B2B9" />
      <Face />
      <path
        d="M37 43h11v8H37zM52 43h11v8H52zM48 46h4"
        fill="none"
        stroke={asphalt}
        strokeWidth="1.6"
      />
      <path
        d="M29 46q0-27 21-27t21 27M70 56q-2 9-13 9"
        fill="none"
        stroke={asphalt}
        strokeWidth="2.6"
      />
      <path d="M67 43h7v14h-7zM26 43h7v14h-7z" fill={signal} />
      <path d="M53 62.5h6v5h-6z" fill={asphalt} />
    </>
  ),
  // A beard and the company's cap.
  Drivers: (
    <>
      <Body shade="#5C3A26" shirt={steel} skin="#7D5136" />
      <path d="M34 44v6q0 23 16 23t16-23v-6q-3 9-6 10-10-4-20 0-3-1-6-10z" fill={asphalt} />
      <Face mouth="M45 60q5 2 10 0" />
      <path d="M45 60q5 3 10 0" fill="none" stroke={chalk} strokeLinecap="round" strokeWidth="2" />
      <path d="M31 38q-1-22 19-22t19 22z" fill={signal} />
      <path d="M30 36q20-5 46 1 3 4-1 5-22-6-45-1z" fill={asphalt} />
      <path d="M44 23h12v8H44z" fill={chalk} />
      <path d="M38 77l12 10 12-10 4 1-9 14-7-6-7 6-9-14z" fill={asphalt} />
    </>
  ),
  // A hard hat, hair tied back, a vest with reflectors.
  Safety: (
    <>
      <path d="M62 34q16 4 13 24-1 14-8 20-2-12 0-20z" fill="#3A241A" />
      <Body shade="#9C6A44" shirt={signal} skin="#C08A5E" />
      <path d="M34 46v-8h32v8q-3-6-5-6H39q-2 0-5 6z" fill="#3A241A" />
      <Face />
      <path d="M30 36q0-22 20-22t20 22z" fill={lane} />
      <path d="M27 35h46v5H27zM46 13h8v22h-8z" fill="#D99F00" />
      <path d="M25 82l6-3 8 31h-8zM75 82l-6-3-8 31h8z" fill={lane} />
      <path d="M39 77l11 14 11-14 3 1-10 20h-8L36 78z" fill={asphalt} />
    </>
  ),
  // Goggles pushed up, a mustache, overalls.
  Shop: (
    <>
      <Body shade="#CF9B77" shirt={chalk} skin="#E3B08A" />
      <path d="M33 46q-4-29 17-29t17 29q-3-3-3-9-14 1-28 0 0 6-3 9z" fill="#8A4B22" />
      <Face mouth="M46 62q4 2 8 0" />
      <path d="M41 58q4-5 9-2 5-3 9 2-5 2-9 0-4 2-9 0z" fill="#8A4B22" />
      <path d="M32 29h36v5H32z" fill={asphalt} />
      <path d="M36 24h12v13H36zM52 24h12v13H52z" fill={steel} stroke={asphalt} strokeWidth="2.5" />
      <path d="M24 82l8-3 6 17h24l6-17 8 3-4 28H28z" fill={steel} />
      <path d="M42 98h16v7H42z" fill={asphalt} />
      <path d="M33 92h5v5h-5zM62 92h5v5h-5z" fill={lane} />
    </>
  ),
};
