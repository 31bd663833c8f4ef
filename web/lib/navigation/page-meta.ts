import type { MetaDescriptor } from 'react-router';
import { company } from '#contract/company/profile.ts';
import { currentLanguage, type Language, languages, t } from '#contract/text/languages.ts';
import { pathIn } from '#contract/wire/page-languages.ts';

interface PageMeta {
  /** Without the company's name, which is appended. */
  title: string;
  description: string;
  /** The canonical path; starts with a slash. */
  path: string;
  publicUrl: string;
  /** schema.org objects, each with its `@type`. */
  jsonLd?: Record<string, unknown> | Record<string, unknown>[];
  noIndex?: boolean;
  /** The name of its share image under /og; by default that of the home page. */
  picture?: string;
}

/** The title, description, canonical URL, Open Graph tags and JSON-LD of a page. */
export function pageMeta(page: PageMeta): MetaDescriptor[] {
  const title = page.title.includes(company.name) ? page.title : `${page.title} | ${company.name}`;
  const addressIn = (language: Language) => page.publicUrl + pathIn(language, page.path);
  const url = addressIn(currentLanguage());
  const graph = page.jsonLd === undefined ? [] : [page.jsonLd].flat();
  return [
    { title },
    { name: 'description', content: page.description },
    ...(page.noIndex ? [{ name: 'robots', content: 'noindex' }] : []),
    { tagName: 'link', rel: 'canonical', href: url },
    ...(page.noIndex ? [] : alternates(addressIn)),
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: company.name },
    { property: 'og:title', content: title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: `${page.publicUrl}/og/${page.picture ?? 'home'}.png` },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    {
      property: 'og:image:alt',
      content: t('A loaded nine-car carrier', 'Una madrina cargada con nueve autos'),
    },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...graph.map((thing) => ({
      'script:ld+json': { '@context': 'https://schema.org', ...thing },
    })),
  ] as MetaDescriptor[];
}

/** The same page in each language, for search engines; English for a language that we don't have. */
function alternates(addressIn: (language: Language) => string) {
  const links = languages.map((language) => ({ hrefLang: language, href: addressIn(language) }));
  return [...links, { hrefLang: 'x-default', href: addressIn('en') }].map((link) => ({
    tagName: 'link',
    rel: 'alternate',
    ...link,
  }));
}

/** The public origin from the root's loader data; pass the `matches` of a `meta` function. */
export function publicUrlOf(matches: readonly unknown[]): string {
  const root = matches[0] as { loaderData?: { publicUrl?: string } } | undefined;
  return root?.loaderData?.publicUrl ?? '';
}

/** The company as a schema.org Organization. */
export function organization(publicUrl: string): Record<string, unknown> {
  const { street, city, state, zip } = company.address;
  return {
    '@type': 'Organization',
    '@id': `${publicUrl}/#organization`,
    name: company.name,
    url: `${publicUrl}/`,
    foundingDate: String(company.founded),
    email: company.email,
    telephone: company.phones.general.number,
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      addressRegion: state,
      postalCode: zip,
      addressCountry: 'US',
    },
    areaServed: 'US',
    sameAs: [company.linkedIn],
  };
}
