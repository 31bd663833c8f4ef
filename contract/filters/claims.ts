import { regionName } from '../car-regions.ts';
import { type ClaimStatus, claimStatuses, type ListedClaim } from '../claims.ts';
import { claims as messages } from '../messages/claims.ts';
import { matches } from '../text/text-match.ts';
import { filterOf } from './list-filter.ts';

/** The place on the car and the code: 'Hood (11320)'; '' without a code. */
export function codeText(code: string): string {
  const name = regionName(code.slice(0, 2));
  return name === undefined ? code : `${name} (${code})`;
}

/** Where and when the damage happened: 'Delivery, Auction in Milwaukee'. */
export function placeText({ stage, place }: Pick<ListedClaim, 'stage' | 'place'>): string {
  return [stage && messages.stages[stage], place].filter(Boolean).join(', ');
}

type Values = {
  q: string;
  status: ClaimStatus | 'overdue' | '';
};

export const claimsFilter = filterOf<ListedClaim, Values>({
  none: { q: '', status: '' },
  choices: { status: [...claimStatuses, 'overdue'] },
  matches: (claim, { q, status }) => {
    if (status === 'overdue' ? claim.overdue === null : status && claim.status !== status) {
      return false;
    }
    const { damage_id, driver_name, customer, vin, damage_code, damage_description } = claim;
    const texts = [`#${damage_id}`, driver_name, customer, vin, codeText(damage_code)];
    return matches(q, [...texts, placeText(claim), damage_description].join('\n'));
  },
});
