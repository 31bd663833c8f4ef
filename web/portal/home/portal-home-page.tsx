import { Link } from 'react-router';
import { company } from '#contract/company.ts';
import { portal } from '#contract/messages/portal.ts';
import { useSession } from '#web/lib/session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import { roomIcons } from '../frame/room-icons.ts';
import { type Room, rooms } from '../frame/rooms.ts';
import type { Route } from './+types/portal-home-page.ts';
import { InquiryNews } from './inquiry-news.tsx';

export const meta: Route.MetaFunction = () => portalMeta('Home');

export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return enter(request);
}

/** The tiles of the rooms that this role may enter. */
export default function PortalHomePage() {
  const { role } = useSession();
  if (role === null) return null;
  const tiles = rooms.filter((room) => room.tile.includes(role));
  return (
    <>
      <PageHeader title="Employee Portal" />
      {tiles.length > 0 ? (
        <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {tiles.map((room) => (
            <li key={room.href}>
              <Tile room={room} />
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState
          action={
            <LinkButton to="/PortalJobs" variant="secondary">
              See our open jobs
            </LinkButton>
          }
          title={portal.homeEmpty}
        >
          You are signed in and all set. As {company.shortName} opens more of the portal to drivers
          and yard staff, it will turn up here. Until then, the open jobs are worth passing on to a
          friend.
        </EmptyState>
      )}
    </>
  );
}

function Tile({ room }: { room: Room }) {
  const Icon = roomIcons[room.icon];
  return (
    <Link
      className="group flex h-full min-h-36 flex-col border border-line border-t-4 border-t-ink bg-sheet p-5 hover:border-t-signal"
      to={room.href}
    >
      <Icon aria-hidden="true" className="size-7 text-rust" />
      <span className="display mt-4 text-lg group-hover:underline">{room.title}</span>
      <span className="mt-2 text-sm text-steel">{room.about}</span>
      {room.icon === 'inquiries' && <InquiryNews />}
    </Link>
  );
}
