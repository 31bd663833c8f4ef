import {
  at,
  carrier,
  cast,
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

/** Pixels of a product's picture. */
const size = { width: 640, height: 480 };

/** On a table before a wall; `floor` is where the thing stands. */
function onTable(wall: string, table: string, floor: number, ...parts: readonly string[]): string {
  const ground = `<defs>${gradient('wall', wall, table)}</defs><rect width="640" height="480" fill="url(#wall)"/><path d="M0 ${floor - 26}H640V480H0z" fill="${table}"/><path d="M0 ${floor - 26}H640V480H0z" fill="url(#shade)" opacity=".5"/>`;
  return drawing(size.width, size.height, ground, ...parts);
}

/** Flat on a cloth, seen from above. */
function onCloth(cloth: string, ...parts: readonly string[]): string {
  const ground = `<defs><radialGradient id="cloth" cx=".45" cy=".35" r=".9"><stop stop-color="#fff" stop-opacity=".35"/><stop offset="1" stop-color="#000" stop-opacity=".16"/></radialGradient></defs><rect width="640" height="480" fill="${cloth}"/><rect width="640" height="480" fill="url(#cloth)"/>`;
  return drawing(size.width, size.height, ground, ...parts);
}

const cap = onTable(
  '#f3efe6',
  '#ddd6c8',
  372,
  shadow(330, 362, 330),
  lit('M318 104C432 104 486 190 486 336C440 350 380 352 330 340Z', steel),
  line(
    'M380 130Q440 200 446 340M350 150Q410 220 412 344M420 150Q470 230 474 338M350 190H466M352 230H478M354 270H484M354 308H486',
    '#46525d',
    2,
  ),
  lit('M176 322C168 190 226 106 320 104C392 128 402 240 384 336C320 306 232 304 176 322Z', ink),
  line('M320 106C346 160 352 240 346 318', '#3a424b', 2, '6 5'),
  lit('M178 312C238 288 340 292 390 326C404 372 316 392 236 388C160 384 132 336 178 312Z', ink),
  line('M176 334C236 312 330 316 380 344', '#48525c', 2, '6 5'),
  '<ellipse cx="321" cy="104" rx="14" ry="7" fill="#2a3038"/>',
  `<rect x="222" y="182" width="96" height="84" rx="10" fill="${paper}" transform="rotate(-4 270 224)"/>`,
  at(230, 188, mark(0, 0, 74), 1, -4),
);

const torso =
  'M262 92C230 104 196 112 178 136C158 168 142 260 136 338L186 350L214 226V414H426V226L454 350L504 338C498 260 482 168 462 136C444 112 410 104 378 92Q320 122 262 92Z';

const jacket = onCloth(
  '#cfd3d3',
  cast(torso),
  lit(torso, orange),
  '<path d="M214 292H426V322H214ZM214 350H426V380H214ZM146 284 198 296 194 318 141 306ZM494 284 442 296 446 318 499 306Z" fill="#e9edc9"/>',
  '<path d="M214 299H426V315H214ZM214 357H426V373H214ZM145 290 197 301 195 312 143 301ZM495 290 443 301 445 312 497 301Z" fill="#aeb8be"/>',
  lit('M256 92Q320 132 384 92L372 74Q320 92 268 74Z', ink),
  line('M320 116V414', ink, 5),
  line('M214 226 226 150M426 226 414 150', '#b23a10', 2),
  line('M236 334H296M344 334H404', '#b23a10', 4),
  mark(354, 156, 48, paper),
);

const hoodie = onCloth(
  '#d9d2c3',
  cast(torso),
  lit(torso, '#8b9299'),
  lit('M246 104C240 52 286 44 320 44C354 44 400 52 394 104C372 150 268 150 246 104Z', '#7b828a'),
  '<path d="M268 100C268 70 296 66 320 66C344 66 372 70 372 100C356 128 284 128 268 100Z" fill="#4d545b"/>',
  line('M296 134V206M344 134V202', paper, 5),
  lit('M242 386 258 316H382L398 386Z', '#7f868d'),
  line('M214 402H426M140 328 188 340M500 328 452 340', '#666d74', 3),
  mark(276, 206, 88),
);

const shirt =
  'M258 92 186 128 148 214 204 240 222 206V414H418V206L436 240 492 214 454 128 382 92Q320 132 258 92Z';
const tee = onCloth(
  '#e9e4d8',
  cast(shirt),
  lit(shirt, ink),
  line('M256 96Q320 142 384 96', '#333b45', 5),
  line('M222 206 232 160M418 206 408 160', '#2b323b', 2),
  mark(270, 170, 100),
  `<path d="M276 286H364V292H276Z" fill="${yellow}"/>`,
);

const mug = onTable(
  '#e7e9e8',
  '#c8c3b8',
  396,
  shadow(330, 392, 300),
  line('M408 192C496 178 500 342 404 330', '#d9d4c8', 30),
  line('M408 192C496 178 500 342 404 330', '#f3efe6', 18),
  lit('M216 144H416V366Q416 400 316 400T216 366Z', '#f6f3ec', 'round'),
  '<ellipse cx="316" cy="144" rx="100" ry="24" fill="#fbfaf6"/><ellipse cx="316" cy="147" rx="88" ry="18" fill="#3a2417"/><path d="M234 143q80-20 164 0-80-10-164 0z" fill="#6b4a30"/>',
  mark(262, 206, 112),
  '<path d="M216 372Q218 400 316 400T416 372L416 380Q410 408 316 408T216 380Z" fill="#12161c" opacity=".12"/>',
  line('M296 108q-14-22 0-44M336 108q-14-26 2-50', '#ffffff', 5),
);

const thermos = onTable(
  '#dfe3e4',
  '#b9bdbd',
  420,
  shadow(326, 416, 210),
  lit('M262 62Q262 46 320 46T378 62V128H262Z', '#c3c9cd', 'round'),
  line('M262 108Q320 122 378 108', '#8b949a', 3),
  lit('M270 128H370V146H270Z', '#6e777e', 'round'),
  lit('M250 160Q250 144 320 144T390 160V404Q390 424 320 424T250 404Z', ink, 'round'),
  lit('M250 372Q320 388 390 372V404Q390 424 320 424T250 404Z', '#c3c9cd', 'round'),
  line('M390 196H414Q430 196 430 212V300Q430 316 414 316H390', '#2a3038', 15),
  mark(272, 214, 96),
);

const glove =
  'M-50 130L-52 20C-78-6-98-34-108-54C-114-74-92-84-78-68L-52-32C-54-76-58-116-56-140C-54-158-32-158-30-140L-24-70L-20-162C-18-180 4-180 6-162L10-72L22-152C26-168 46-164 45-148L40-64L58-118C64-132 82-126 80-110C74-60 68-10 58 30L54 130Z';
/** A right hand's; `side` -1 is the left one. */
const leather = (side: 1 | -1, x: number, y: number, turn: number) => {
  const hand = `${cast(glove)}${lit(glove, '#c99a5b')}${line('M-24-70Q-22-40-26-20M10-72Q12-40 8-16M40-64Q40-36 34-12M-52-32Q-36-10-34 20', '#99703a', 3, '7 5')}${lit('M-54 84H58L62 168Q4 182-58 168Z', ink)}${line('M-52 98H58', orange, 5)}`;
  return at(x, y, `<g transform="scale(${side} 1)">${hand}</g>${mark(-26, 108, 52)}`, 1, turn);
};
const gloves = onCloth('#c9ccc9', leather(-1, 218, 262, -10), leather(1, 424, 262, 10));

const coils = [104, 88, 72, 56, 40]
  .map(
    (r, index) =>
      `<circle cx="252" cy="262" r="${r}" fill="none" stroke="${index % 2 ? '#d9a204' : yellow}" stroke-width="15"/>`,
  )
  .join('');
const strap = onCloth(
  '#d4d3cf',
  cast('M252 150A112 112 0 1 0 252 374H510V324H360A112 112 0 0 0 252 150Z'),
  coils,
  `<circle cx="252" cy="262" r="30" fill="#b58803"/>`,
  lit('M252 358H430V374H252Z', yellow),
  lit(
    'M404 322Q404 312 416 312H500Q512 312 512 324V390Q512 402 500 402H416Q404 402 404 390Z',
    '#aab2b8',
  ),
  '<path d="M418 330H498V384H418Z" fill="#59636b"/>',
  lit('M434 318H482V396H434Z', '#cfd5d9', 'round'),
  line('M512 356H540Q566 356 566 382T540 408', '#8b949a', 14),
  lit('M426 246H490L502 318H414Z', ink),
  mark(436, 254, 44),
);

const beanie = onTable(
  '#eceae3',
  '#d2cdc1',
  392,
  shadow(322, 386, 300),
  lit('M202 318C190 176 246 92 320 92C394 92 450 176 438 318Z', orange),
  line(
    'M232 300C228 200 258 130 304 98M270 300C266 210 286 140 314 98M320 300V96M370 300C374 210 354 140 326 98M408 300C412 200 382 130 336 98',
    '#b93d10',
    4,
  ),
  lit('M190 300Q320 280 450 300Q456 350 446 384Q320 404 194 384Q184 350 190 300Z', '#c7430f'),
  line('M214 304V382M240 300V386M400 300V386M426 304V382', '#a3360b', 4),
  `<rect x="278" y="304" width="84" height="74" rx="8" fill="${ink}"/>`,
  mark(288, 309, 64),
);

const duffel = onTable(
  '#e2e0da',
  '#bdb8ad',
  402,
  shadow(322, 398, 430),
  lit(
    'M170 184H470Q540 190 540 292Q540 392 470 396H170Q100 392 100 292Q100 190 170 184Z',
    '#2b333c',
  ),
  '<ellipse cx="492" cy="290" rx="48" ry="102" fill="#1d232a"/>',
  line('M132 214Q300 192 466 206', '#aeb5ba', 5, '10 5'),
  line('M226 396V210C226 96 398 96 398 210V396', '#98350f', 22),
  line('M226 396V210C226 92 398 92 398 210V396', orange, 14),
  `<path d="M288 112H338V132H288Z" fill="${ink}"/>`,
  mark(262, 244, 100, paper),
);

const lamp = onCloth(
  '#c4c8ca',
  at(
    330,
    250,
    `${cast('M-172-56-128-56-90-32H196V32H-90L-128 56H-172Z')}${lit('M-90-34H190Q204-34 204-20V20Q204 34 190 34H-90Z', ink)}${lit('M-172-62Q-184-62-184-50V50Q-184 62-172 62L-128 62-90 36V-36L-128-62Z', '#2a3038')}<ellipse cx="-180" cy="0" rx="16" ry="54" fill="#fff8da"/>${line('M20-34V34M36-34V34M52-34V34M68-34V34M84-34V34M100-34V34', '#3c454e', 4)}<rect x="-58" y="-16" width="46" height="32" rx="16" fill="${orange}"/>${mark(126, -26, 52)}`,
    1,
    -24,
  ),
);

const model = onTable(
  '#e9ecec',
  '#c9c4ba',
  376,
  shadow(320, 400, 520),
  lit('M72 344H568L580 396H60Z', '#7a5230'),
  line('M68 362H572M64 380H576', '#5f3e22', 2),
  `<rect x="276" y="354" width="88" height="32" rx="4" fill="#c9a24b"/>`,
  mark(304, 354, 32, ink),
  at(
    94,
    346,
    carrier(orange, ['#f4f1ea', '#3c5a78', '#9aa3a9', '#7b2d26', '#2f5d46', '#d9dde0']),
    0.81,
  ),
);

/** Pictures of what the store has, as SVG. */
export const goods = {
  cap,
  jacket,
  hoodie,
  tee,
  mug,
  thermos,
  gloves,
  strap,
  beanie,
  duffel,
  lamp,
  model,
} as const;
