import { company } from '#contract/company/profile.ts';
import { foldForMatch, wordsOf } from './match-text.ts';

/** Labels before the name of the person who is paid; the whole label, in folded text. */
export const payeeLabel =
  /^(?:(?:(?:driver|contractor|weekly|final|earnings|pay|settlement) )*(?:settlement|statement|pay ?stub|pay ?slip|pay ?check|payment)(?: (?:statement|sheet|summary|report))? for|(?:the )?(?:driver|employee|payee|contractor|owner(?:[ -]?operator)?|vendor|recipient|carrier)(?:s?(?: full)? name)?|(?:full )?name(?: of (?:the )?(?:driver|employee|payee|contractor))?|pa(?:y|id|yable) to(?: the order of)?|to the order of|prepared for)(?= |:|$)/;

/** Words beside a person who isn't the one that is paid. */
export const roleWords =
  /(?<![\p{L}\p{N}])(?:dispatch\p{L}*|manage[rd]\p{L}*|mgr|supervis\p{L}*|by|from|contacts?|attn|attention|c\/o|cc|customer|client|shipper|consignee|broker|bill to|ship to|sold to|clerk|account(?:ant|ing|s)|controller|bookkeeper|president|recruit\p{L}*|trainer|trainee|mentor|instructor|co[ -]?driver|(?:team|second|relief|relay|other) driver|witness|signature|signed|sign|safety|hr|human resources|payroll (?:dept|department|contact|admin\p{L}*|clerk|specialist|manager)|questions|call|emergency|spouse|beneficiary|agent|lessor|landlord|coordinator|planner|director|vp|ceo|cfo|coo|assistant|representative|rep|office|refer\p{L}*|approv\p{L}*|prepar(?:ed|er)(?! for)|review\p{L}*|authoriz\p{L}*|issuer|sender|passenger|inspector|mechanic|technician|salesman|sales)(?![\p{L}\p{N}@])/u;

/** Words before a number that isn't a person's. */
export const thingWords =
  /(?<![\p{L}\p{N}])(?:loads?|trips?|units?|trucks?|tractors?|trailers?|invoices?|inv|orders?|ref\p{L}*|po|bol|pro|checks?|chk|cheques?|vouchers?|odometer|mileage|miles|vehicles?|vin|stops?|claims?|tickets?|receipts?|batch|run|account|acct|routing|card|zip|phone|tel|fax|dot|ssn|ein|plate|license|moves?|jobs?|docs?|documents?)(?![\p{L}\p{N}])/u;

/** Words that may follow a name in the same text. */
const nextLabels = new Set(
  'unit truck tractor trailer id no num number phone tel cell week weekly period date pay payroll employee emp driver contractor ssn ein address home terminal fleet division department dept net gross total settlement statement check type status code file position hire'.split(
    ' ',
  ),
);

const companyWords = wordsOf(
  foldForMatch(
    [company.name, company.shortName, company.address.street, company.address.city].join(' '),
  ),
).map(({ text }) => text);

/** Words of settlements and of their file names, which aren't parts of names; without May, April and other names. */
const plainWords = new Set([
  ...companyWords,
  ...'settlement settlements statement statements stmt sheet summary report reports pay paid payable payment payments paystub paystubs paycheck payslip stub slip check payroll earnings wages wage salary net gross total totals subtotal amount balance due deduction deductions taxes tax federal state medicare social security direct deposit deposits advance advances escrow fuel toll tolls insurance bonus detail details description rate rates hours quantity date dates period periods week weekly weeks wk we ending ended end beginning begin start year ytd month monthly biweekly current previous prior this to thru through for of and the a an no number num nr id code file page pages pg copy final revised rev draft scan scanned scans img image new corrected signed pdf original driver drivers employee employees emp eid payee contractor contractors owner operator name full date load loads trip trips linehaul line haul mileage miles empty loaded unit truck trailer invoice order information info thank thanks you your inc llc ltd co corp company transport transportation trucking logistics freight carriers phone fax email address street road avenue adp paychex gusto quickbooks confidential copy continued department dept position terminal home method benefits reimbursement reimbursements allowance allowances vacation sick overtime regular holiday other fee fees assist share contribution percent negotiable void memo notes note comments remarks message important january february july september october november december feb mar apr jun jul aug sep sept oct nov dec monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun'.split(
    ' ',
  ),
]);

/** Whether a folded word says nothing about a person. */
export const isPlainWord = (word: string): boolean => plainWords.has(word) || /\d/.test(word);

/** Whether a name ends before that folded word. */
export const isNextLabel = (word: string): boolean => nextLabels.has(word) || /\d/.test(word);
