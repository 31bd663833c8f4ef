import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/inquiries-page.ts';
import { InquiriesList } from './inquiries-list.tsx';

export const meta: Route.MetaFunction = () => portalMeta('Inquiries');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** The office's inbox of quote requests. */
export default function InquiriesPage() {
  return (
    <>
      <PageHeader title="Inquiries" />
      <InquiriesList />
    </>
  );
}
