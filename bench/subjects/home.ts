import { withCompany } from '../company.ts';
import type { Figure, Subject } from '../figures.ts';
import { compare, type Target } from '../load.ts';
import { get, withSameBytes } from '../raw.ts';

/** The whole home page: plain, compressed, and when the visitor has it already. */
export const home: Subject = {
  name: 'home',
  run: () =>
    withCompany(
      () => undefined,
      async ({ url, pid }) => {
        const page: Target = { url: `${url}/`, pid };
        const { headers } = await get(page.url);
        const kinds: [string, Target][] = [
          ['home page', page],
          ['home page, brotli', { ...page, headers: { 'accept-encoding': 'br' } }],
          [
            'home page, 304',
            { ...page, headers: { 'if-none-match': headers.etag ?? '' }, expect: 304 },
          ],
        ];
        const figures: Figure[] = [];
        for (const [what, ours] of kinds) {
          figures.push(await withSameBytes(ours, (raw) => compare(what, 0.5, ours, raw)));
        }
        return figures;
      },
    ),
};
