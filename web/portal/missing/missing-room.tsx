import { data } from 'react-router';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import type { Route } from './+types/missing-room.ts';

export const meta: Route.MetaFunction = () => portalMeta('Not found');

/** A guarded address without a page yet: strangers go to /login, the staff sees a plain 404. */
export function clientLoader({ request }: Route.ClientLoaderArgs): never {
  enter(request);
  throw data(null, { status: 404, statusText: 'Not Found' });
}

export default function MissingRoom() {
  return null;
}
