/** Parts of the drawings that stand for photos: on a ground, with light from above, and the company's mark. */

export const ink = '#12161c';
export const paper = '#f6f3ec';
export const orange = '#e8501a';
export const steel = '#5d6b78';
export const yellow = '#f2b705';

/** A drawing of that many pixels, as SVG. */
export function drawing(width: number, height: number, ...parts: readonly string[]): string {
  const light = `<linearGradient id="shade" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".22"/><stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".28"/></linearGradient>
<linearGradient id="round"><stop stop-color="#000" stop-opacity=".38"/><stop offset=".28" stop-color="#fff" stop-opacity=".26"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".42"/></linearGradient>
<radialGradient id="soft"><stop offset=".3" stop-color="#1a1a1a" stop-opacity=".45"/><stop offset=".75" stop-color="#1a1a1a" stop-opacity=".16"/><stop offset="1" stop-color="#1a1a1a" stop-opacity="0"/></radialGradient>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><defs>${light}</defs>${parts.join('')}</svg>`;
}

/** The company's mark in a square of that size. */
export function mark(x: number, y: number, size: number, fill = orange): string {
  return `<path transform="translate(${x} ${y}) scale(${size / 32})" d="M6 6h6v8l8-8h7L16 16l11 10h-7l-8-8v8H6z" fill="${fill}"/>`;
}

/** A shape in one colour with the light of the scene on it. */
export function lit(d: string, fill: string, light: 'shade' | 'round' = 'shade'): string {
  return `<path d="${d}" fill="${fill}"/><path d="${d}" fill="url(#${light})"/>`;
}

/** On the ground below something. */
export function shadow(x: number, y: number, width: number, height = 16): string {
  return `<ellipse cx="${x}" cy="${y}" rx="${width * 0.56}" ry="${height * 1.6}" fill="url(#soft)"/>`;
}

/** Behind something flat, to the right and below: a blur would take the encoder's time again. */
export function cast(d: string): string {
  const edges = [20, 14, 8, 3].map(
    (width) =>
      `<path d="${d}" fill="#000" stroke="#000" stroke-width="${width}" stroke-linejoin="round" opacity=".08"/>`,
  );
  return at(6, 11, edges.join(''));
}

/** Lines as thread or tread: from a path, dashed when told. */
export function line(d: string, stroke: string, width = 2, dash = ''): string {
  const dashes = dash && ` stroke-dasharray="${dash}"`;
  return `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${dashes}/>`;
}

/** Placed and turned. */
export function at(x: number, y: number, inside: string, scale = 1, turn = 0): string {
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${inside}</g>`;
}

export function gradient(id: string, ...colors: readonly string[]): string {
  const stops = colors.map(
    (color, index) => `<stop offset="${index / (colors.length - 1)}" stop-color="${color}"/>`,
  );
  return `<linearGradient id="${id}" x2="0" y2="1">${stops.join('')}</linearGradient>`;
}

function wheel(x: number, r: number): string {
  return `<circle cx="${x}" cy="0" r="${r}" fill="#15171a"/><circle cx="${x}" cy="0" r="${r * 0.55}" fill="#aeb5ba"/><circle cx="${x}" cy="0" r="${r * 0.2}" fill="#4b5258"/>`;
}

/** A car from the side, 100 wide, standing on 0. */
export function car(color: string): string {
  return `${lit('M2-9C0-20 4-24 14-25L28-37Q32-40 40-40H62Q70-40 75-35L84-26Q97-24 98-15L97-8H3Z', color)}<path d="M21-26 31-35Q33-37 38-37H47V-26ZM50-37H62Q67-37 71-33L77-26H50Z" fill="#26323b"/><g transform="translate(0 -9)">${wheel(21, 10)}${wheel(79, 10)}</g>`;
}

/** A loaded car hauler from the side, 560 wide, standing on 0, heading right. */
export function carrier(cab: string, cars: readonly string[]): string {
  const [a = paper, b = steel, c = orange, d = ink, e = yellow, f = '#7b2d26', g = '#dfe3e6'] =
    cars;
  const load = [
    at(8, -34, car(a), 1.02),
    at(122, -34, car(b), 1.02),
    at(236, -40, car(c), 1.02),
    at(2, -98, car(d), 1.02, -3),
    at(114, -103, car(e), 1.02),
    at(226, -103, car(f), 1.02),
    at(352, -122, car(g), 1, -4),
  ];
  const frame = `<path d="M0-34H346V-24H0ZM-2-98 112-104 340-104V-97L112-97-2-91ZM346-122 456-131V-125L346-115Z" fill="#3c464f"/><path d="M4-94V-30M112-100V-30M226-100V-30M338-100V-30M352-116V-40M448-128V-96" stroke="#3c464f" stroke-width="6"/>`;
  const tractor = `${lit('M360-30V-52H420V-104Q420-112 430-112H474Q486-112 492-100L506-66 540-58Q552-54 552-40V-22H360Z', cab)}<path d="M446-102H472Q480-102 484-94L494-68H446Z" fill="#25303a"/><path d="M540-42h12v12h-12z" fill="#fff3c4"/>${mark(424, -66, 26, paper)}`;
  const wheels = [40, 84, 236, 280, 392, 436].map((x) => wheel(x, 19)).join('');
  return `${frame}${load.join('')}${tractor}<g transform="translate(0 -19)">${wheels}${wheel(516, 19)}</g>`;
}
