/** What Biome can't check: names that say nothing or were replaced, and suppressions without a reason. */

const emptyStem = /(^|[/-])(utils?|helpers?|misc|common|base)([./]|$)/;
const barrel = /(^|\/)index\.tsx?$/;
/** The rooms of server/platform: each imports only those after it. docs/map.md says what each is for. */
export const platformRooms = [
  ...['push', 'realtime', 'web', 'http', 'uploads', 'telemetry', 'backups', 'mail', 'storage'],
  ...['accounts', 'writes', 'audit', 'limits', 'cache', 'formats', 'sandbox', 'runtime'],
];
const outsideRooms = new RegExp(
  `^server/platform/(?!app-context\\.ts$|(?:${platformRooms.join('|')})/)`,
);
const formerPath =
  /(^|\/)((ground|open-ground|kept|patience|replays|doors|stray-requests)\.ts|(journeys|arbitraries|frame|walls)\/|(early|late)-|first-touch)|-words(\.|$)/;

/** Names of the first year. docs/glossary.md has the terms of today. */
const formerName = new RegExp(
  `^(${[
    '[gG]round|openGround|[rR]efusals?(Of)?|Kept|Prepared|kept[A-Z].*|[pP]atience|usualPatience',
    'replays|Replays.*|Attempt|checkDoor|doors|say|hush|[tT]old|tell([A-Z].*)?|Room|guarded',
    'wires?|rightCalls|surplus|footprint|writeAnew|[sS]tanding|isSeal|sealed|Openings?|Sendings?',
    '[jJ]udge([A-Z].*|d|ment)?|Dice|plant([A-Z].*)?|(most|longest|least|fewest)[A-Z].*',
    '(hold|lock)(?!DataDir|Hash)[A-Z].*|(revise|drop)(?!File|Id|Zone)[A-Z].*|deeds?|shelf|shelves',
    'nudge|Pace|bury|MissingBytes|ReaderGone|JsonText|asItStands|alsoCalled|SignedIn|early[A-Z].*',
    'any(Text|Line)|desk|Stop|Facts|LineState|figures|cannon|Shots|Chatter|hire|MailRoom',
  ].join('|')})$`,
);
const declared = /\b(?:const|let|function|class|interface|type|as) ([A-Za-z_$][\w$]*)/g;

const suppression =
  /(?:\/\/|\/\*)[\s*]*(@ts-nocheck|eslint-disable|(?:@ts-expect-error|(?:v8|c8) ignore)(?!.*: *\S+ \S))/g;

export interface Violation {
  line: number;
  why: string;
}

/** The violations of a source file. */
export function violationsIn(path: string, text: string): Violation[] {
  const inText = (pattern: RegExp, why: (name: string) => string | false) =>
    [...text.matchAll(pattern)].flatMap(({ index, 1: name = '' }) => {
      const found = why(name);
      return found ? [{ line: text.slice(0, index).split('\n').length, why: found }] : [];
    });
  const inPath = (pattern: RegExp, why: string) => (pattern.test(path) ? [{ line: 1, why }] : []);
  return [
    ...inPath(emptyStem, 'the name says nothing: name it after what it is for'),
    ...inPath(barrel, 'a barrel: import from the file that has it'),
    ...inPath(outsideRooms, 'in no room of server/platform (docs/map.md)'),
    ...inPath(formerPath, 'a former name in the path (docs/glossary.md)'),
    ...inText(
      declared,
      (name) => formerName.test(name) && `'${name}' is a former name (docs/glossary.md)`,
    ),
    ...inText(suppression, (name) => `${name} isn't used, or needs a reason after a colon`),
  ];
}
