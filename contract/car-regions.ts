/**
 * The places on a car that a tap on the drawing stands for. Names and digits are our own: the list of AIAG is licensed,
 * and isn't part of this program. A company that has it changes the digits here to those of the list.
 */

interface CarRegion {
  /** The first two digits of the damage code. */
  digits: string;
  name: string;
  /** Position and size in the drawing, whose front is at the top. */
  box: readonly [x: number, y: number, width: number, height: number];
}

export const drawing = { width: 240, height: 480 };

export const carRegions: readonly CarRegion[] = [
  { digits: '10', name: 'Front bumper', box: [50, 8, 140, 32] },
  { digits: '11', name: 'Hood', box: [72, 44, 96, 82] },
  { digits: '12', name: 'Windshield', box: [72, 130, 96, 38] },
  { digits: '13', name: 'Roof', box: [72, 172, 96, 104] },
  { digits: '14', name: 'Rear window', box: [72, 280, 96, 36] },
  { digits: '15', name: 'Trunk', box: [72, 320, 96, 70] },
  { digits: '16', name: 'Rear bumper', box: [50, 394, 140, 32] },
  { digits: '20', name: 'Left front fender', box: [40, 44, 28, 82] },
  { digits: '21', name: 'Left front wheel', box: [8, 60, 28, 52] },
  { digits: '22', name: 'Left mirror', box: [8, 130, 28, 30] },
  { digits: '23', name: 'Left front door', box: [40, 130, 28, 86] },
  { digits: '24', name: 'Left rear door', box: [40, 220, 28, 80] },
  { digits: '25', name: 'Left rear quarter', box: [40, 304, 28, 86] },
  { digits: '26', name: 'Left rear wheel', box: [8, 322, 28, 52] },
  { digits: '30', name: 'Right front fender', box: [172, 44, 28, 82] },
  { digits: '31', name: 'Right front wheel', box: [204, 60, 28, 52] },
  { digits: '32', name: 'Right mirror', box: [204, 130, 28, 30] },
  { digits: '33', name: 'Right front door', box: [172, 130, 28, 86] },
  { digits: '34', name: 'Right rear door', box: [172, 220, 28, 80] },
  { digits: '35', name: 'Right rear quarter', box: [172, 304, 28, 86] },
  { digits: '36', name: 'Right rear wheel', box: [204, 322, 28, 52] },
  { digits: '40', name: 'Underside', box: [40, 436, 76, 36] },
  { digits: '41', name: 'Interior', box: [124, 436, 76, 36] },
];

/** The name of the place with these two digits; undefined for others. */
export function regionName(digits: string): string | undefined {
  return carRegions.find((region) => region.digits === digits)?.name;
}
