import { PrecacheController } from 'workbox-precaching';
import { pathIn } from '#contract/wire/page-languages.ts';
import { languageOf } from './language.ts';
import { storing } from './storing.ts';

type Saved = { url: string; revision: string | null };

declare const self: ServiceWorkerGlobalScope & {
  /** The build's version, and the paths that it saves. */
  __WB_BUILD: string;
  __WB_MANIFEST: Saved[];
};

const controller = new PrecacheController({
  plugins: [
    {
      requestWillFetch: async ({ request }) => new Request(request, { credentials: 'omit' }),
      // A single wrong response fails the installation, and the previous release stays.
      cacheWillUpdate: async ({ response }) => ((await isOfBuild(response)) ? response : null),
    },
  ],
});

/** A device saves the pages of one language. */
const language = languageOf(self.location);
controller.addToCacheList(
  (self.__WB_MANIFEST as Saved[]).map(({ url, revision }) => ({
    url: url.includes('.') ? url : pathIn(language, url),
    revision,
  })),
);

/** During a deployment another node may answer with the page of another build, whose scripts aren't saved. */
async function isOfBuild(response: Response): Promise<boolean> {
  if (response.status !== 200 || response.redirected) return false;
  if (!response.headers.get('content-type')?.startsWith('text/html')) return true;
  return (await response.clone().text()).includes(`/assets/manifest-${self.__WB_BUILD}.js`);
}

/** The saved pages and scripts of this build. */
export const pages = {
  has: (path: string): boolean => controller.getCacheKeyForURL(path) !== undefined,
  async match(path: string): Promise<Response | undefined> {
    const key = controller.getCacheKeyForURL(path);
    const { cacheName } = controller.strategy;
    // Unlike `matchPrecache` it doesn't create the cache again that a logout has deleted.
    return key === undefined ? undefined : caches.match(key, { cacheName });
  },
  install: (event: ExtendableEvent) => storing(() => controller.install(event)),
  activate: (event: ExtendableEvent) => controller.activate(event),
  /** Downloads what is missing: a worker that is registered again after a logout isn't installed again. */
  async complete(): Promise<void> {
    const cache = await caches.open(controller.strategy.cacheName);
    const saved = new Set((await cache.keys()).map(({ url }) => url));
    if ([...controller.getURLsToCacheKeys().values()].every((url) => saved.has(url))) return;
    const work: Promise<unknown>[] = [];
    const event = { type: 'install', waitUntil: (part: Promise<unknown>) => work.push(part) };
    await storing(async () => {
      await controller.install(event as unknown as ExtendableEvent);
      await Promise.all(work);
    });
  },
};
