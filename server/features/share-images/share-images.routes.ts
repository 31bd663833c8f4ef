import type { FastifyInstance } from 'fastify';
import { company } from '#contract/company/profile.ts';
import { payText } from '#contract/job-content.ts';
import { parseId } from '#contract/wire/fields.ts';
import type { AppContext } from '../../platform/app-context.ts';
import { CachedResponse } from '../../platform/cache/response-cache.ts';
import { countPublicCall } from '../../platform/http/public-calls.ts';
import { lineOf } from '../../platform/limits/limits.ts';
import { HttpError, notFound } from '../../platform/runtime/errors.ts';
import { FairQueue } from '../../platform/runtime/fair-queue.ts';
import { readInProcess } from '../../platform/sandbox/file-reader.ts';
import { getJob } from '../jobs/jobs.service.ts';
import type { ShareImage, ShareText } from './share-image-process.ts';

/** The pages with a picture of their own, by its name; all others show that of the home page. */
const pages: Readonly<Record<string, Omit<ShareText, 'kicker'>>> = {
  home: { title: `Cars by the truckload since ${company.founded}.`, detail: '' },
  inquiry: {
    title: 'Get a transport quote',
    detail: `For dealerships, auctions and businesses · ${company.phones.general.number}`,
  },
  careers: {
    title: 'Open jobs',
    detail: `${company.address.city}, ${company.address.state} and ${company.hub.city}, ${company.hub.stateCode}`,
  },
  about: { title: 'About us', detail: `Hauling cars since ${company.founded}` },
  application: { title: 'Work with us', detail: 'Apply on one page' },
  testimonials: { title: 'What our customers say', detail: '' },
};

async function textOf(ctx: AppContext, name: string): Promise<ShareText> {
  const page = Object.hasOwn(pages, name) ? pages[name] : undefined;
  if (page) return { kicker: company.name, ...page };
  const id = parseId(name);
  const job = id === undefined ? null : await getJob(ctx, id);
  // A closed job's link is shared no more.
  if (job?.closedOn !== null) throw notFound();
  return {
    kicker: `${company.name} is hiring`,
    title: job.position,
    detail: [job.location, payText(job)].filter(Boolean).join(' · '),
  };
}

const program = 'server/features/share-images/share-image-process.ts';
const limits = { ms: 10_000, memoryMb: 400 };

async function draw(text: ShareText): Promise<Buffer> {
  const image = await readInProcess<ShareImage>(program, limits, text);
  if (typeof image === 'string') throw new HttpError('unavailable', { retryAfter: 10 });
  return Buffer.from(image.base64, 'base64');
}

/** Serves the pictures of shared links, which are drawn one at a time and kept like every public response. */
export function shareImagesRoutes(app: FastifyInstance, ctx: AppContext): void {
  const queue = new FairQueue({ active: 1, waiting: 32, rest: 1 }, 3);
  app.get<{ Params: { file: string } }>('/og/:file', async (request, reply) => {
    const name = /^([a-z]+|[1-9]\d*)\.png$/.exec(request.params.file)?.[1];
    if (name === undefined) throw notFound();
    const build = async () => {
      countPublicCall(ctx, request);
      const text = await textOf(ctx, name);
      // It takes as long as many pages.
      ctx.limits.countRender(request.ip);
      const png = await queue.run(lineOf(request.ip), () => draw(text));
      return new CachedResponse(png, 'image/png');
    };
    const image = await ctx.responseCache.get(`share image ${name}`, build, request);
    return image?.send(request, reply);
  });
}
