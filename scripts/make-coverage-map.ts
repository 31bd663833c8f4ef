/** Draws the lower 48 states with the company's lanes and writes web/assets/coverage.svg. */
import { readFile, writeFile } from 'node:fs/promises';
import { geoAlbersUsa } from 'd3-geo';
import { mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { hubs, type LaneStop } from '#contract/company/lanes.ts';

type Point = readonly [number, number];

const atlas = new URL('../node_modules/us-atlas/states-albers-10m.json', import.meta.url);
const target = new URL('../web/assets/coverage.svg', import.meta.url);
/** Alaska, Hawaii and the territories, which trucks don't reach. */
const offRoad = new Set(['02', '15', '60', '66', '69', '72', '78']);
/** Maximum deviation of a border from the atlas, in units of a map that is 975 wide. */
const tolerance = 0.9;

const us = JSON.parse(await readFile(atlas, 'utf8')) as Topology<{ states: GeometryCollection }>;
const states: GeometryCollection = {
  type: 'GeometryCollection',
  geometries: us.objects.states.geometries.filter((state) => !offRoad.has(String(state.id))),
};
// The projection that the atlas was drawn with.
const project = geoAlbersUsa().scale(1300).translate([487.5, 305]);

const coast = path(mesh(us, states, (a, b) => a === b).coordinates as unknown as Point[][], true);
const borders = path(
  mesh(us, states, (a, b) => a !== b).coordinates as unknown as Point[][],
  false,
);
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 975 610" font-family="system-ui,Arial,sans-serif" font-size="15">
<style>@media (max-width:500px){.hub{transform:scale(1.8)}}</style>
<path fill="#ece7db" stroke="#4f5c68" stroke-width="1.5" stroke-linejoin="round" d="${coast}"/>
<path fill="none" stroke="#fffdf8" stroke-width="1.5" stroke-linejoin="round" d="${borders}"/>
<g fill="none" stroke="#12161c" stroke-width="1.6">${hubs.map(lanes).join('')}</g>
<g fill="#12161c">${hubs.flatMap((hub) => hub.lanes.map(dot)).join('')}</g>
${hubs.map(plate).join('\n')}
</svg>
`;
await writeFile(target, svg);
console.log(`web/assets/coverage.svg: ${svg.length} bytes`);

function place(stop: LaneStop): Point {
  const point = project([stop.at[0], stop.at[1]]);
  if (point === null) throw new Error(`${stop.city} is not on the map.`);
  return [Math.round(point[0]), Math.round(point[1])];
}

function lanes(hub: LaneStop & { lanes: readonly LaneStop[] }): string {
  const [x, y] = place(hub);
  const d = hub.lanes.map((stop) => {
    const [toX, toY] = place(stop);
    const [dx, dy] = [toX - x, toY - y];
    // A slight bend, always upwards, so that lanes fan out instead of crossing.
    const lift = Math.abs(dx) * 0.12;
    return `M${x} ${y}q${Math.round(dx / 2)} ${Math.round(dy / 2 - lift)} ${dx} ${dy}`;
  });
  return `<path d="${d.join('')}"/>`;
}

function dot(stop: LaneStop): string {
  const [x, y] = place(stop);
  return `<circle cx="${x}" cy="${y}" r="4"/>`;
}

function plate(hub: LaneStop): string {
  const [x, y] = place(hub);
  return `<circle cx="${x}" cy="${y}" r="9" fill="#e8501a" stroke="#12161c" stroke-width="3"/><g class="hub" style="transform-origin:${x}px ${y}px"><path fill="#12161c" d="M${x - 34} ${y + 15}h68v24h-68z"/><text x="${x}" y="${y + 32}" fill="#f6f3ec" font-weight="700" text-anchor="middle">${hub.city}</text></g>`;
}

function path(lines: Point[][], closed: boolean): string {
  return lines
    .map((line) => simplify(line).map(([x, y]) => [Math.round(x), Math.round(y)] as const))
    .filter((line) => line.length > (closed ? 4 : 1))
    .map((line) => {
      let [x, y] = line[0] ?? [0, 0];
      const steps = line.slice(1).map(([toX, toY]) => {
        const step = `${toX - x} ${toY - y}`;
        [x, y] = [toX, toY];
        return step;
      });
      return `M${line[0]?.join(' ')}l${steps.join(' ')}${closed ? 'z' : ''}`.replaceAll(' -', '-');
    })
    .join('');
}

/** Ramer–Douglas–Peucker: keeps the points that deviate most. */
function simplify(line: Point[]): Point[] {
  const first = line[0];
  const last = line.at(-1);
  if (first === undefined || last === undefined || line.length < 3) return line;
  let furthest = 0;
  let distance = 0;
  line.forEach((point, index) => {
    const away = distanceTo(point, first, last);
    if (away > distance) [furthest, distance] = [index, away];
  });
  if (distance <= tolerance) return [first, last];
  return [...simplify(line.slice(0, furthest + 1)).slice(0, -1), ...simplify(line.slice(furthest))];
}

function distanceTo([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const length = Math.hypot(bx - ax, by - ay);
  // A ring starts and ends at the same point.
  if (length === 0) return Math.hypot(x - ax, y - ay);
  return Math.abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length;
}
