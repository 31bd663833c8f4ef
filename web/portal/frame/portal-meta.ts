import type { MetaDescriptor } from 'react-router';
import { company } from '#contract/company.ts';

/** The browser's title of a portal page; no search engine keeps it. */
export function portalMeta(title: string): MetaDescriptor[] {
  return [
    { title: `${title} | ${company.shortName} portal` },
    { name: 'robots', content: 'noindex' },
  ];
}
