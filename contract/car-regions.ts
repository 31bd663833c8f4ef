/**
 * The places on a car that a tap on the drawing stands for. Names and digits are our own: the list of AIAG is licensed,
 * and isn't part of this program. A company that has it changes the digits here to those of the list.
 */

import { t } from './text/languages.ts';

interface CarRegion {
  /** The first two digits of the damage code. */
  digits: string;
  name: string;
  spanish: string;
  /** Position and size in the drawing, whose front is at the top. */
  box: readonly [x: number, y: number, width: number, height: number];
}

export const drawing = { width: 240, height: 480 };

export const carRegions: readonly CarRegion[] = [
  { digits: '10', name: 'Front bumper', spanish: 'Defensa delantera', box: [50, 8, 140, 32] },
  { digits: '11', name: 'Hood', spanish: 'Cofre', box: [72, 44, 96, 82] },
  { digits: '12', name: 'Windshield', spanish: 'Parabrisas', box: [72, 130, 96, 38] },
  { digits: '13', name: 'Roof', spanish: 'Techo', box: [72, 172, 96, 104] },
  { digits: '14', name: 'Rear window', spanish: 'Medallón', box: [72, 280, 96, 36] },
  { digits: '15', name: 'Trunk', spanish: 'Cajuela', box: [72, 320, 96, 70] },
  { digits: '16', name: 'Rear bumper', spanish: 'Defensa trasera', box: [50, 394, 140, 32] },
  {
    digits: '20',
    name: 'Left front fender',
    spanish: 'Salpicadera delantera izquierda',
    box: [40, 44, 28, 82],
  },
  {
    digits: '21',
    name: 'Left front wheel',
    spanish: 'Rueda delantera izquierda',
    box: [8, 60, 28, 52],
  },
  { digits: '22', name: 'Left mirror', spanish: 'Espejo izquierdo', box: [8, 130, 28, 30] },
  {
    digits: '23',
    name: 'Left front door',
    spanish: 'Puerta delantera izquierda',
    box: [40, 130, 28, 86],
  },
  {
    digits: '24',
    name: 'Left rear door',
    spanish: 'Puerta trasera izquierda',
    box: [40, 220, 28, 80],
  },
  {
    digits: '25',
    name: 'Left rear quarter',
    spanish: 'Costado trasero izquierdo',
    box: [40, 304, 28, 86],
  },
  {
    digits: '26',
    name: 'Left rear wheel',
    spanish: 'Rueda trasera izquierda',
    box: [8, 322, 28, 52],
  },
  {
    digits: '30',
    name: 'Right front fender',
    spanish: 'Salpicadera delantera derecha',
    box: [172, 44, 28, 82],
  },
  {
    digits: '31',
    name: 'Right front wheel',
    spanish: 'Rueda delantera derecha',
    box: [204, 60, 28, 52],
  },
  { digits: '32', name: 'Right mirror', spanish: 'Espejo derecho', box: [204, 130, 28, 30] },
  {
    digits: '33',
    name: 'Right front door',
    spanish: 'Puerta delantera derecha',
    box: [172, 130, 28, 86],
  },
  {
    digits: '34',
    name: 'Right rear door',
    spanish: 'Puerta trasera derecha',
    box: [172, 220, 28, 80],
  },
  {
    digits: '35',
    name: 'Right rear quarter',
    spanish: 'Costado trasero derecho',
    box: [172, 304, 28, 86],
  },
  {
    digits: '36',
    name: 'Right rear wheel',
    spanish: 'Rueda trasera derecha',
    box: [204, 322, 28, 52],
  },
  { digits: '40', name: 'Underside', spanish: 'Parte baja', box: [40, 436, 76, 36] },
  { digits: '41', name: 'Interior', spanish: 'Interior', box: [124, 436, 76, 36] },
];

/** The name of the place with these two digits; undefined for others. */
export function regionName(digits: string): string | undefined {
  const region = carRegions.find((one) => one.digits === digits);
  return region && t(region.name, region.spanish);
}
