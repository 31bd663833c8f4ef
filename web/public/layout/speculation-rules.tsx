import { useMatches } from 'react-router';
import { ownPath } from '#contract/wire/page-languages.ts';
import { useNonce } from '#web/lib/device/nonce.ts';

/** Public pages that many open, whose view has no effect and whose policy is the common one; /inquiry with reCAPTCHA has its own. */
const paths = [
  '/',
  '/about',
  '/careers',
  '/careers/*',
  '/application',
  '/application/*',
  '/testimonials',
];

function rules() {
  const own = paths.map(ownPath);
  return { prefetch: [{ where: { href_matches: own }, eagerness: 'moderate' }] };
}

/**
 * Lets the browser prefetch the page of a hovered link until the router takes over, which prefetches by itself
 * (`prefetch="intent"`); entry.client.tsx removes the rules then. Prefetching instead of prerendering: the router would
 * leave a prerendered page unused. Render it on the server only and after all other scripts: React doesn't hydrate it.
 */
export function SpeculationRules() {
  const nonce = useNonce();
  if (useMatches().some(({ id }) => id.startsWith('portal/'))) return null;
  return (
    <script
      // biome-ignore lint/security/noDangerouslySetInnerHtml: React would escape the quotes of the constants
      dangerouslySetInnerHTML={{ __html: JSON.stringify(rules()) }}
      nonce={nonce}
      type="speculationrules"
    />
  );
}
