import type { OrderStatus } from '#contract/orders.ts';
import { instantBefore } from './calendar.ts';
import { Dice } from './dice.ts';
import type { goods } from './drawings-goods.ts';

export interface SampleProduct {
  picture: keyof typeof goods;
  imageKey: string;
  title: string;
  description: string;
  priceCents: number;
  /** What is left after the orders; null: not counted. */
  stock: number | null;
  createdAt: string;
}

export interface SampleOrder {
  /** Which of the products. */
  picture: SampleProduct['picture'];
  /** Username. */
  by: string;
  quantity: number;
  note: string;
  status: OrderStatus;
  createdAt: string;
  updatedAt: string;
  /** Username of the admin; null: nobody yet, or who ordered. */
  handledBy: string | null;
}

/** Picture, title, cents, stock, days ago, description; newest first. */
type Item = readonly [SampleProduct['picture'], string, number, number | null, number, string];

const items: readonly Item[] = [
  [
    'model',
    'Die-cast carrier, 1:64, on a walnut base',
    3900,
    3,
    9,
    'Number 41 with seven cars, the decks move. Made once, for the sixtieth year.\nOne to a person, please, until everybody who wants one has one.',
  ],
  [
    'beanie',
    'Ribbed beanie, reflector orange',
    1200,
    0,
    16,
    'Double-knit acrylic, fits under a hard hat. The next delivery is on its way.',
  ],
  [
    'thermos',
    'Steel thermos, 34 oz',
    2700,
    6,
    23,
    'Hot for a Joliet to Omaha run and some of the way back. Handle fits a work glove; fits the cab’s door pocket.',
  ],
  [
    'jacket',
    'Rain jacket, class 3',
    6400,
    14,
    31,
    'High-visibility, taped seams, reflective bands on body and sleeves. Roomy enough for a sweatshirt below.\nSizes S to 4XL: write yours with the order.',
  ],
  [
    'lamp',
    'Inspection light, 900 lumen',
    2450,
    9,
    38,
    'For the walk-around before dawn. Charges by USB-C, magnet in the tail, shrugs off rain.',
  ],
  [
    'gloves',
    'Deerskin work gloves',
    1850,
    22,
    47,
    'Keystone thumb, elastic at the wrist, thin enough for ratchet handles. Sizes S to XXL.',
  ],
  [
    'hoodie',
    'Hooded sweatshirt, grey',
    3800,
    null,
    60,
    'Heavy cotton, 12 oz, printed in Joliet. Runs a size large. Sizes S to 4XL, ordered weekly.',
  ],
  [
    'strap',
    'Spare wheel strap with ratchet',
    1900,
    null,
    74,
    'The same as on the trailers, 2 inch, three cleats, working load 3,333 pounds. For your own trailer at home: those on the trucks come from the shop, free.',
  ],
  [
    'duffel',
    'Duffel bag, 50 liters',
    4200,
    5,
    88,
    'For the nights away. Waxed canvas, zipper that you can work with gloves on, a pocket for muddy boots.',
  ],
  ['cap', 'Trucker cap', 1600, null, 102, 'Mesh behind, snap closure, stitched patch. One size.'],
  [
    'tee',
    'T-shirt, black',
    1400,
    null,
    131,
    'Soft cotton, mark on the front, nothing on the back. Sizes S to 4XL.',
  ],
  [
    'mug',
    'Diner mug, 12 oz',
    950,
    40,
    160,
    'The one from the break room. Thick, heavy, does not tip. Dishwasher safe.',
  ],
];

/** Picture, username, pieces, note, status, days ago ordered and changed (less than one: counted from now). */
type Wish = readonly [
  SampleProduct['picture'],
  string,
  number,
  string,
  OrderStatus,
  number,
  number,
];

const wishes: readonly Wish[] = [
  ['cap', 'wayne.amundson', 2, '', 'handed_over', 84, 80],
  ['duffel', 'chong.vang', 1, '', 'handed_over', 71, 68],
  ['hoodie', 'latoya.briggs', 1, 'M', 'handed_over', 52, 44],
  ['tee', 'jamal.whitfield', 3, 'two XL, one L', 'cancelled', 45, 44],
  ['gloves', 'darrell.hutchins', 1, 'XL', 'handed_over', 40, 37],
  ['jacket', 'kevin.obrien', 1, '2XL, long sleeves if there are any', 'handed_over', 28, 22],
  ['mug', 'shannon.damico', 4, 'for the table at payroll', 'handed_over', 26, 25],
  ['beanie', 'emil.novotny', 6, 'the whole shop in Omaha', 'handed_over', 14, 9],
  ['beanie', 'tomasz.wojcik', 1, '', 'cancelled', 12, 12],
  ['lamp', 'brooke.tillman', 1, '', 'handed_over', 11, 7],
  ['model', 'dwight.mcallister', 1, 'for my grandson', 'handed_over', 8, 6],
  ['thermos', 'rosa.nunez', 1, '', 'ready', 6, 2],
  ['jacket', 'darrell.hutchins', 1, 'L', 'ready', 5, 1],
  ['strap', 'greta.lindqvist', 4, '', 'ready', 5, 1],
  ['hoodie', 'samir.haddad', 1, 'S', 'open', 3, 3],
  ['duffel', 'dwight.mcallister', 1, '', 'open', 2, 2],
  ['gloves', 'tomasz.wojcik', 2, 'M and L, my wife wants a pair', 'open', 1, 1],
  ['model', 'latoya.briggs', 1, '', 'open', 0.3, 0.3],
  ['thermos', 'darrell.hutchins', 1, '', 'open', 0.1, 0.1],
];

/** What the store has, oldest first. */
export function sampleProducts(now: Date): SampleProduct[] {
  const dice = new Dice('products');
  return items.toReversed().map(([picture, title, priceCents, stock, daysAgo, description]) => ({
    picture,
    imageKey: `products/${dice.uuid()}.webp`,
    title,
    description,
    priceCents,
    stock,
    createdAt: instantBefore(now, daysAgo, dice.whole(9 * 60, 16 * 60)),
  }));
}

/** What was ordered in three months, oldest first; `admins` hand it over. */
export function sampleOrders(now: Date, admins: readonly string[]): SampleOrder[] {
  const dice = new Dice('orders');
  const orders = wishes.map(
    ([picture, by, quantity, note, status, orderedAgo, changedAgo]): SampleOrder => {
      const createdAt = instantBefore(now, orderedAgo, dice.whole(6 * 60, 12 * 60));
      const changedAt = instantBefore(now, changedAgo, dice.whole(13 * 60, 17 * 60));
      const isHandled = status === 'ready' || status === 'handed_over';
      return {
        picture,
        by,
        quantity,
        note,
        status,
        createdAt,
        updatedAt: status === 'open' ? createdAt : changedAt,
        handledBy: isHandled ? dice.one(admins) : null,
      };
    },
  );
  return orders.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
}
