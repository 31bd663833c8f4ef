/** Swapping contract/company.ts replaces the sample company on every public page, in metadata, mail and the portal. */
import { Writable } from 'node:stream';
import Fastify from 'fastify';
import { type ComponentType, createElement } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import {
  createStaticHandler,
  createStaticRouter,
  type MetaDescriptor,
  type RouteObject,
  RouterContextProvider,
  StaticRouterProvider,
} from 'react-router';
import { expect, test, vi } from 'vitest';

const other = vi.hoisted(() => ({
  name: 'Bluestem Vehicle Logistics',
  shortName: 'Bluestem',
  founded: 1984,
  generation: 'second-generation',
  product: 'transporters',
  fleetSize: 35,
  carsPerLoad: '5-8',
  homeRegion: 'Front Range',
  hub: {
    street: '77 Dock Street',
    city: 'Tulsa',
    state: 'Oklahoma',
    stateCode: 'OK',
    zip: '74103',
  },
  address: {
    street: '12 Foundry Way',
    city: 'Pueblo',
    state: 'CO',
    stateName: 'Colorado',
    zip: '81001',
    mapUrl: 'https://maps.example.com/foundry-way',
  },
  phones: {
    general: { label: 'General inquiries', number: '719-555-0100' },
    customerService: { label: 'Customer service', number: '719-555-0120' },
    billing: { label: 'Billing', number: '719-555-0140' },
  },
  dispatchPhone: '719-555-0110',
  email: 'hello@bluestem.example.com',
  facebook: '',
  instagram: '',
  linkedIn: 'https://www.linkedin.com/company/bluestem-example',
  hours: { pto_hours: 'hours left', work_hours: 'hours worked' },
  hrSite: 'https://hr.example.com/bluestem',
}));

vi.mock('#contract/company.ts', async (original) => ({
  ...(await original<typeof import('#contract/company.ts')>()),
  company: other,
}));

const publicUrl = 'https://www.bluestem.example.com';

/** Names, places, numbers and addresses of the sample company, which no page may show. */
async function sampleValues(): Promise<string[]> {
  const { company } =
    await vi.importActual<typeof import('#contract/company.ts')>('#contract/company.ts');
  const { address, hub, phones, dispatchPhone, email, linkedIn, hrSite } = company;
  const values = [
    ...[company.name, company.shortName, company.product, company.homeRegion],
    ...[address.street, address.city, address.stateName, address.zip, address.mapUrl],
    ...[hub.street, hub.city, hub.state, hub.zip],
    ...Object.values(phones).map(({ number }) => number),
    ...[dispatchPhone, email, email.split('@')[1] ?? '', linkedIn, hrSite],
    ...[company.generation, `since ${company.founded}`, `fleet of ${company.fleetSize}`],
  ];
  return values.map((value) => value.toLowerCase());
}

async function expectNoSampleValue(text: string, label: string) {
  // A select of states has every state's name.
  const shown = text.replace(/<option[^>]*>[^<]*<\/option>/g, '').toLowerCase();
  const found = (await sampleValues()).filter((value) => shown.includes(value));
  expect(found, label).toEqual([]);
}

interface PageModule {
  default: ComponentType<Record<string, unknown>>;
  loader?: (args: never) => unknown;
  meta?: (args: never) => MetaDescriptor[];
}

const job = {
  id: 1,
  position: 'Driver',
  location: 'Pueblo, CO',
  department: 'Logistics',
  datePosted: '2026-01-05',
  companyInformation: '',
  roleInformation: 'Drive.',
  jobResponsibilities: '',
  skills: '',
  descriptionOfBenefits: '',
  companyCulture: '',
  payMin: null,
  payMax: null,
  payPeriod: '',
  homeTime: '',
  shift: '',
  employmentType: '',
  validThrough: null,
};

/** API replies, by path. */
const answers: Record<string, unknown> = {
  '/api/careers': [job],
  '/api/careers/{id}': job,
  '/api/testimonials/approved': [],
  '/api/privacy': {
    notice: '2026-11-22',
    retention: {
      ...{ applications: 24, inquiries: null, messages: null },
      ...{ submissions: null, audit_addresses: null, unsent_mail: 3 },
    },
  },
};

const pages: [path: string, load: () => Promise<PageModule>][] = [
  ['/', () => import('#web/public/home/home-page.tsx') as never],
  ['/login', () => import('#web/public/login/login-page.tsx') as never],
  ['/about', () => import('#web/public/about/about-page.tsx') as never],
  ['/inquiry', () => import('#web/public/inquiries/inquiry-page.tsx') as never],
  ['/careers', () => import('#web/public/jobs/jobs-page.tsx') as never],
  ['/careers/:id', () => import('#web/public/jobs/job-page.tsx') as never],
  ['/application', () => import('#web/public/applications/application-page.tsx') as never],
  ['/application/:id', () => import('#web/public/applications/application-page.tsx') as never],
  ['/reset/:code', () => import('#web/public/reset/reset-page.tsx') as never],
  ['/testimonials', () => import('#web/public/testimonials/testimonials-page.tsx') as never],
  ['/privacy', () => import('#web/public/legal/privacy-page.tsx') as never],
  ['/terms', () => import('#web/public/legal/terms-page.tsx') as never],
  ['/testimonial/:code', () => import('#web/public/testimonials/testimonial-page.tsx') as never],
];

function renderAll(element: React.ReactElement): Promise<string> {
  return new Promise((resolve, reject) => {
    let html = '';
    const sink = new Writable({
      write(chunk, _encoding, done) {
        html += String(chunk);
        done();
      },
      final(done) {
        resolve(html);
        done();
      },
    });
    const stream = renderToPipeableStream(element, {
      onAllReady: () => stream.pipe(sink),
      onError: reject,
    });
  });
}

/** The page's HTML in the public layout and its metadata as JSON. */
async function renderPage(path: string, page: PageModule): Promise<{ html: string; meta: string }> {
  const { callContext, publicUrlContext } = await import('#web/lib/server-context.ts');
  const { default: Layout } = await import('#web/public/layout/public-layout.tsx');
  const context = new RouterContextProvider();
  context.set(publicUrlContext, publicUrl);
  context.set(callContext, (async ({ path: called }: { path: string }) => {
    return called in answers ? answers[called] : { client: 'Ada', company: 'Sooner Cars' };
  }) as never);
  let props: Record<string, unknown> = {};
  const route: RouteObject = {
    path,
    loader: page.loader as never,
    Component: () => createElement(page.default, props),
  };
  const routes: RouteObject[] = [{ id: 'root', Component: Layout, children: [route] }];
  const handler = createStaticHandler(routes);
  const url = publicUrl + path.replace(':id', '1').replace(':code', 'abcdefgh');
  const result = await handler.query(new Request(url), { requestContext: context });
  if (result instanceof Response) throw new Error(`${path} answered ${result.status}`);
  expect(result.errors, path).toBeNull();
  const loaderData = Object.values(result.loaderData)[0];
  const params = result.matches.at(-1)?.params;
  props = { loaderData, params };
  const matches = [{ loaderData: { publicUrl } }];
  const meta = page.meta?.({ loaderData, params, matches } as never) ?? [];
  const router = createStaticRouter(handler.dataRoutes, result);
  const element = <StaticRouterProvider context={result} hydrate={false} router={router} />;
  return { html: await renderAll(element), meta: JSON.stringify(meta) };
}

test.each(pages)('%s shows the profile of the other company only', async (path, load) => {
  const { html, meta } = await renderPage(path, await load());
  expect(html).toContain(other.phones.general.number);
  expect(meta).toContain(other.name);
  await expectNoSampleValue(html, 'page');
  await expectNoSampleValue(meta, 'metadata');
});

test('the manifest, the calendar, mail and the portal use the profile', async () => {
  const { holidayCalendar } = await import('#server/features/holidays/holidays.service.ts');
  const { readConfig } = await import('#server/config.ts');
  const { default: PortalLayout, HydrateFallback } = await import(
    '#web/portal/shell/portal-layout.tsx'
  );
  const { entries } = await import('#web/portal/page-list.ts');
  const { directory } = await import('#contract/directory.ts');
  const { newJobValues } = await import('#web/portal/jobs/job-defaults.ts');
  const { sessionRefusals } = await import('#contract/messages/session-refusals.ts');
  expect(PortalLayout).toBeDefined();
  const { invitationMail } = await import('#server/features/testimonials/testimonials.mails.ts');
  const { acknowledgementMail } = await import('#server/features/inquiries/inquiries.mails.ts');
  const { siteRoutes } = await import('#server/features/site/site.routes.ts');
  const inquiry = {
    email_address: 'ada@example.com',
    reference: 'Q-1',
    created_at: '2026-11-02T15:00:00.000Z',
    number_of_vehicles: null,
    pickup_date: null,
    delivery_date: null,
    vehicle_type: 'car',
    vehicle_condition: 'new',
    pickup_location: 'Tulsa',
    delivery_location: 'Denver',
  };
  const link = { url: `${publicUrl}/testimonial/code`, expires: new Date(0) };
  const app = Fastify();
  siteRoutes(app, { config: { publicUrl } } as never);
  const manifest = (await app.inject('/manifest.webmanifest')).body;
  expect(JSON.parse(manifest)).toMatchObject({ name: other.name, short_name: other.shortName });
  const texts = {
    manifest,
    robots: (await app.inject('/robots.txt')).body,
    invitation: JSON.stringify(invitationMail(inquiry, link, 'office@example.com')),
    acknowledgement: JSON.stringify(acknowledgementMail(inquiry as never, 'office@example.com')),
    calendar: holidayCalendar(2026),
    mailFrom: JSON.stringify(readConfig({}).mailFrom),
    placeholder: await renderAll(<HydrateFallback />),
    pages: JSON.stringify(entries),
    directory: JSON.stringify([directory.main, directory.sections.map(({ title }) => title)]),
    job: JSON.stringify(newJobValues()),
    session: JSON.stringify(sessionRefusals),
  };
  for (const [label, text] of Object.entries(texts)) await expectNoSampleValue(text, label);
});
