import {
  at,
  car,
  carrier,
  drawing,
  gradient,
  ink,
  line,
  lit,
  mark,
  orange,
  paper,
  shadow,
  steel,
  yellow,
} from './drawing.ts';

const [width, height] = [960, 600];

function scene(...parts: readonly string[]): string {
  return drawing(width, height, ...parts);
}

function sky(...colors: readonly string[]): string {
  return `<defs>${gradient('sky', ...colors)}</defs><rect width="960" height="600" fill="url(#sky)"/>`;
}

const rows = '#8a7a3f';
/** A loaded carrier on the plain, in the evening. */
const evening = scene(
  sky('#2f4a63', '#8a8f94', '#e9a76b', '#f6d7a2'),
  '<circle cx="706" cy="336" r="56" fill="#fff1c9"/><circle cx="706" cy="336" r="92" fill="#ffe2a6" opacity=".35"/>',
  '<path d="M0 372 120 356 240 366 380 350 520 364 700 352 860 364 960 354V440H0Z" fill="#4d4a38"/>',
  '<path d="M182 356V318H190V356M176 318 186 300 196 318ZM202 356V326H224V356Z" fill="#3b382b"/>',
  `<path d="M0 400H960V470H0Z" fill="${rows}"/>`,
  line('M0 420H960M0 438H960M0 452H960', '#75672f', 4),
  '<path d="M0 462H960V600H0Z" fill="#34383c"/><path d="M0 462H960V470H0Z" fill="#565b5f"/>',
  line('M20 566H960', '#e9e4d4', 6, '70 54'),
  shadow(470, 534, 760, 14),
  at(
    96,
    532,
    carrier(orange, ['#f4f1ea', '#9aa3a9', '#3c5a78', '#7b2d26', '#dfe3e6', '#2f5d46', '#c2c8cc']),
    1.36,
  ),
);

/** The road ahead, seen from the cab. */
const ahead = scene(
  sky('#5d87a8', '#a9c4d3', '#eef0e6'),
  '<path d="M110 120q50-40 110-12 60-34 106 8 44 2 46 30H82q-8-22 28-26zM640 190q40-30 84-10 54-24 88 10 34 4 36 24H616q0-20 24-24z" fill="#fff" opacity=".85"/>',
  '<path d="M0 330 200 312 420 322 640 308 960 326V380H0Z" fill="#7c8f6b"/>',
  '<path d="M0 344H960V600H0Z" fill="#97a05a"/><path d="M0 344H960V600H0Z" fill="url(#shade)"/>',
  '<path d="M462 344H498L890 600H70Z" fill="#4a4f54"/>',
  line('M464 346 108 600M496 346 852 600', '#e9e4d4', 6),
  `<path d="M478 352h4l2 16h-8zM475 384h10l4 32h-18zM468 440h24l8 54h-40zM456 520h48l12 80h-72z" fill="${yellow}"/>`,
  '<path d="M640 372v-64h6v64M632 308h22v18h-22zM330 364v-40h4v40M326 324h12v10h-12z" fill="#5b6770"/>',
  at(
    474,
    352,
    `${lit('M0 0V-44Q0-52 8-52H44Q52-52 52-44V0Z', '#8b3a22')}<path d="M6-44H46V-26H6Z" fill="#26323b"/><path d="M4-8h10v8H4zM38-8h10v8H38z" fill="${ink}"/>`,
    0.5,
  ),
  '<path d="M0 540Q480 500 960 540V600H0Z" fill="#16191d"/>',
  '<path d="M0 560Q480 522 960 560V600H0Z" fill="#23282e"/>',
  '<circle cx="300" cy="640" r="150" fill="none" stroke="#0c0e10" stroke-width="26"/>',
  mark(284, 556, 34, '#8a929a'),
);

const flakes = Array.from({ length: 110 }, (_, index) => {
  const [x, y] = [(index * 397) % 960, (index * 211 + index * index * 7) % 560];
  return `<circle cx="${x}" cy="${y}" r="${1.4 + (index % 4)}"/>`;
}).join('');
/** A car hauler stops for a stranded car in a snowstorm at night. */
const snow = scene(
  sky('#0d141d', '#1c2a3a', '#40505f'),
  '<path d="M0 404 160 380 330 396 520 374 760 394 960 378V460H0Z" fill="#2c3946"/>',
  '<path d="M0 424H960V600H0Z" fill="#aebac4"/><path d="M0 424H960V600H0Z" fill="url(#shade)"/>',
  '<path d="M0 470H960V584H0Z" fill="#5b6670"/>',
  line('M0 532H960', '#8d98a1', 5, '60 60'),
  '<defs><linearGradient id="beam"><stop stop-color="#ffe9ad" stop-opacity=".75"/><stop offset="1" stop-color="#ffe9ad" stop-opacity=".08"/></linearGradient><radialGradient id="glow"><stop stop-color="#ff9b2f" stop-opacity=".9"/><stop offset="1" stop-color="#ff9b2f" stop-opacity="0"/></radialGradient></defs>',
  '<path d="M606 446 960 380V570L606 462Z" fill="url(#beam)"/>',
  shadow(330, 524, 600, 12),
  at(
    18,
    522,
    carrier('#c2410f', [
      '#cfd6db',
      '#53616d',
      '#8b949a',
      '#2b3a48',
      '#aab3b9',
      '#61343a',
      '#dfe3e6',
    ]),
    1.06,
  ),
  shadow(790, 556, 210, 12),
  at(694, 556, car('#40708f'), 1.9),
  '<circle cx="697" cy="522" r="34" fill="url(#glow)"/><circle cx="698" cy="524" r="7" fill="#ffb347"/><circle cx="880" cy="526" r="34" fill="url(#glow)"/><circle cx="879" cy="528" r="6" fill="#ffb347"/>',
  '<path d="M640 560V498M626 498h28v32h-28z" stroke="#1b2228" stroke-width="5" fill="#e8501a"/><circle cx="640" cy="484" r="13" fill="#e3c3a2"/><path d="M626 482q14-22 28 0z" fill="#12161c"/>',
  `<g fill="#fff" opacity=".85">${flakes}</g>`,
);

const candle = (x: number) =>
  `<path d="M${x} 252h12v54h-12z" fill="${paper}"/><path d="M${x} 266l12 8v8l-12-8zM${x} 286l12 8v8l-12-8z" fill="${orange}"/><path d="M${x + 6} 222q12 16 0 28-12-12 0-28z" fill="#ffc94d"/><circle cx="${x + 6}" cy="238" r="24" fill="#ffd978" opacity=".3"/>`;
const pennants = ['#e8501a', '#f2b705', '#5d6b78', '#f6f3ec'];
/** A cake in the break room. */
const cake = scene(
  sky('#cfc7b6', '#e3dccb'),
  line('M0 60Q480 150 960 60', '#7a7365', 4),
  Array.from({ length: 12 }, (_, index) => {
    const [x, y] = [34 + index * 78, 68 + 40 * (1 - ((index - 5.5) / 6) ** 2)];
    return `<path d="M${x} ${y}h48l-24 56z" fill="${pennants[index % 4]}"/>`;
  }).join(''),
  '<path d="M0 470H960V600H0Z" fill="#7a5a3c"/><path d="M0 470H960V486H0Z" fill="#93704e"/>',
  shadow(480, 486, 520, 18),
  lit('M250 470H710L690 492H270Z', '#dfe3e6'),
  lit('M290 316Q290 300 306 300H654Q670 300 670 316V470H290Z', '#f4ead6', 'round'),
  `<path d="M290 316Q290 300 306 300H654Q670 300 670 316V338q-24 36-48 0-22 44-48 4-24 38-48-4-24 40-48 2-24 38-48 0-24 38-48-2-24 40-48 0-20 26-40-2z" fill="#5a3423"/>`,
  mark(424, 360, 112),
  [330, 396, 474, 552, 618].map(candle).join(''),
  at(
    150,
    486,
    `${lit('M-40-92H40V-8Q40 0 0 0T-40-8Z', paper, 'round')}${line('M42-74Q74-76 72-46T42-26', '#e5dfd0', 12)}${mark(-24, -72, 48)}`,
  ),
  at(
    816,
    488,
    `${lit('M-78-20C-78-76-44-104 0-104 46-104 78-72 76-20Z', ink)}${lit('M-84-26Q-20-42 70-26 108-16 96-4 40 6-84-4Z', '#1d232a')}<rect x="-24" y="-84" width="48" height="42" rx="6" fill="${paper}"/>${mark(-20, -83, 40)}`,
    0.9,
  ),
);

const gift = (x: number, side: number, deep: number, paperOf: string, ribbon: string) =>
  `${lit(`M${x} ${452 - deep}H${x + side}V452H${x}Z`, paperOf)}<path d="M${x + side * 0.42} ${452 - deep}h${side * 0.16}V452h-${side * 0.16}z" fill="${ribbon}"/><path d="M${x - 5} ${452 - deep}h${side + 10}v16h-${side + 10}z" fill="${ribbon}" opacity=".55"/><path d="M${x + side / 2} ${452 - deep}q-34-40-46-14 0 18 46 14 34-40 46-14 0 18-46 14z" fill="${ribbon}"/>`;
/** Presents on a ramp truck in the yard. */
const presents = scene(
  sky('#7d97a8', '#c9d4d6', '#f1ece0'),
  '<path d="M0 300H330V470H0Z" fill="#8d959a"/><path d="M0 286H346V306H0Z" fill="#6f777c"/><path d="M40 344H150V470H40ZM190 344H300V470H190Z" fill="#59626a"/>',
  line('M40 370H150M40 396H150M40 422H150M190 370H300M190 396H300M190 422H300', '#4b535a', 3),
  mark(130, 306, 36),
  '<path d="M0 470H960V600H0Z" fill="#6d6a63"/><path d="M0 470H960V482H0Z" fill="#87847c"/>',
  shadow(520, 548, 800, 14),
  `${lit('M150 452H716V486H150Z', '#3c464f')}<path d="M150 452H716V458H150Z" fill="#5b6670"/>`,
  `${lit('M716 486V250Q716 238 730 238H812Q828 238 836 252L868 330 908 344Q922 350 922 366V500H716Z', orange)}<path d="M752 256H806Q818 256 824 268L846 322H752Z" fill="#25303a"/><path d="M900 392h20v22h-20z" fill="#fff3c4"/>${mark(742, 376, 78, paper)}`,
  gift(180, 120, 96, '#7b2d26', yellow),
  gift(318, 92, 132, '#2f5d46', paper),
  gift(428, 130, 88, paper, orange),
  gift(576, 104, 118, '#3c5a78', yellow),
  at(
    216,
    356,
    `<circle cx="0" cy="-52" r="26" fill="#9a6a3e"/><circle cx="-20" cy="-74" r="11" fill="#9a6a3e"/><circle cx="20" cy="-74" r="11" fill="#9a6a3e"/><ellipse cx="0" cy="-10" rx="32" ry="30" fill="#9a6a3e"/><ellipse cx="0" cy="-44" rx="11" ry="8" fill="#d9b48a"/><circle cx="-9" cy="-58" r="3" fill="${ink}"/><circle cx="9" cy="-58" r="3" fill="${ink}"/>`,
  ),
  `<g transform="translate(0 486)">${[220, 300, 620, 800, 880].map((x) => `<circle cx="${x}" cy="18" r="44" fill="#15171a"/><circle cx="${x}" cy="18" r="24" fill="#aeb5ba"/><circle cx="${x}" cy="18" r="9" fill="${steel}"/>`).join('')}</g>`,
);

/** Pictures of posts, as SVG. */
export const views = { evening, ahead, snow, cake, presents } as const;
