/** Rejects files and declarations with names that the glossary replaced. */
import { isNode, type Node, type Source, type Violation, walk } from './source.ts';

/** Former names of declarations and their replacements. Wire names are properties, which aren't checked. */
const banned: [RegExp, string][] = [
  [/^([gG]round|openGround)$/, 'ctx, AppContext, createAppContext'],
  [/^[rR]efusals?(Of)?$/, 'HttpError, toHttpError'],
  [/^(Kept|Prepared|kept[A-Z].*)$/, 'ResponseCache, CachedResponse'],
  [/^([pP]atience|usualPatience)$/, 'timeouts'],
  [/^(replays|Replays.*|Attempt)$/, 'idempotencyKeys, IdempotentRequest'],
  [/^(checkDoor|doors)$/, 'authorizeUpgrade, handshake'],
  [/^(say|hush)$/, 'toast.show, toast.dismissAll, messages'],
  [/^([tT]old|tell([A-Z].*)?)$/, 'auditDetail, PendingEvents, publish'],
  [/^(Room|guarded)$/, 'NavItem, routeRoles'],
  [
    /^(wires?|rightCalls|surplus|footprint)$/,
    'payloadSpecs, validRequests, extraFields, stateSnapshot',
  ],
  [/^writeAnew$/, 'reencode'],
  [/^[sS]tanding$/, 'FileAccess'],
  [/^(isSeal|sealed)$/, 'sign, verify'],
  [/^(Openings?|Sendings?)$/, 'FileOpenLog, MessageBatcher'],
  [/^[jJ]udge([A-Z].*|d|ment)?$/, 'review, FileTypeDetector, classifyError, checkA11y'],
  [/^(Dice|plant([A-Z].*)?)$/, 'SeededRandom, seed…'],
  [/^(most|longest|least|fewest)[A-Z].*$/, 'max…, min…'],
  [/^(hold|lock)(?!DataDir|Hash)[A-Z].*$/, 'select…ForShare, select…ForUpdate'],
  [/^(revise|drop)(?!File|Id|Zone)[A-Z].*$/, 'update…, delete…'],
  [/^deeds?$/, 'action'],
  [/^(shelf|shelves)$/, 'bucket'],
  [/^(nudge|Pace|bury)$/, 'wake, TokenBucket, deadLetter'],
  [/^(MissingBytes|ReaderGone)$/, 'ObjectNotFound, ClientDisconnected'],
  [/^(JsonText|asItStands)$/, 'RawJson, raw'],
  [/^(alsoCalled|SignedIn)$/, 'aliases, AuthUser'],
  [/^any(Text|Line)$/, 'nullableText, nullableLine'],
  [/^early[A-Z].*$/, 'prefetch…'],
  [/^(desk|Stop|Facts)$/, '…Island, NumberedSection, DescriptionList'],
  [/^LineState$/, 'ConnectionState'],
  [/^(figures|cannon|Shots)$/, 'metrics, loadGenerator'],
  [/^(Chatter|hire|MailRoom)$/, 'ChatClient, createUser, mailFixture'],
];

const bannedFiles: [RegExp, string][] = [
  [
    /(^|\/)(ground|open-ground|kept|patience|replays|doors|stray-requests)\.ts$/,
    'see docs/glossary.md',
  ],
  [/-words(\.|$)/, '…-labels or …-format'],
  [/(^|\/)(journeys|arbitraries|frame|walls)\//, 'e2e, fixtures, shell, boundaries'],
  [/(^|\/)(early|late)-|first-touch/, 'prefetch…, lazyHydrate'],
];

const declarations = new Set([
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'VariableDeclarator',
]);

/** The identifier that a node declares, for declarations, parameters and renamed imports. */
function declaredName(node: Node, key: string): Node | undefined {
  if (declarations.has(node.type) && isNode(node.id)) return node.id;
  if (node.type === 'ImportSpecifier' && isNode(node.local)) return node.local;
  if (node.type === 'Identifier' && key === 'params') return node;
  return undefined;
}

function replacementOf(name: string): string | undefined {
  return banned.find(([pattern]) => pattern.test(name))?.[1];
}

/** Former names in a file's path and declarations. */
export function nameViolations({ path, body }: Source): Violation[] {
  const violations: Violation[] = bannedFiles
    .filter(([pattern]) => pattern.test(path))
    .map(([, instead]) => ({ path, start: 0, why: `a former name in the path: ${instead}` }));
  for (const statement of body) {
    walk(statement, (node, key) => {
      const declared = declaredName(node, key);
      if (declared?.type !== 'Identifier' || typeof declared.name !== 'string') return;
      const instead = replacementOf(declared.name);
      if (!instead) return;
      violations.push({
        path,
        start: declared.start,
        why: `'${declared.name}' is a former name: ${instead} (docs/glossary.md)`,
      });
    });
  }
  return violations;
}
