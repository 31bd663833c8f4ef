import { ExternalLink } from 'lucide-react';
import { Link } from 'react-router';
import { useSession } from '#web/lib/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { enter } from '../frame/enter.ts';
import { portalMeta } from '../frame/portal-meta.ts';
import { roomIcons } from '../frame/room-icons.ts';
import { type Room, rooms } from '../frame/rooms.ts';
import { TestimonialsTile } from '../testimonials/testimonials-tile.tsx';
import type { Route } from './+types/portal-home-page.ts';
import { ApplicationNews } from './application-news.tsx';
import { ChatNews } from './chat-news.tsx';
import { InquiryNews } from './inquiry-news.tsx';
import { UnopenedNews } from './unopened-news.tsx';

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
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {tiles.map((room) => (
          <li key={room.href}>
            <Tile room={room} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Tile({ room }: { room: Room }) {
  const Icon = roomIcons[room.icon];
  const look =
    'group flex h-full min-h-36 flex-col border border-line border-t-4 border-t-ink bg-sheet p-5 hover:border-t-signal';
  const inside = (
    <>
      <span className="flex items-start justify-between">
        <Icon aria-hidden="true" className="size-7 text-rust" />
        {room.external && <ExternalLink aria-hidden="true" className="size-5 text-steel" />}
      </span>
      <span className="display mt-4 text-lg group-hover:underline">{room.title}</span>
      <span className="mt-2 text-sm text-steel">{room.about}</span>
      {room.external && <span className="sr-only"> (opens in a new tab)</span>}
      {room.icon === 'inquiries' && <InquiryNews />}
      {room.icon === 'applications' && <ApplicationNews />}
      {room.icon === 'chat' && <ChatNews />}
      {room.icon === 'store' && room.badge && <UnopenedNews badge={room.badge} />}
      {room.badge?.startsWith('unopened') && <UnopenedNews badge={room.badge} />}
      {room.dialog && <UnopenedNews badge="testimonials_to_approve" />}
    </>
  );
  if (room.dialog) {
    return <TestimonialsTile className={`${look} w-full text-left`}>{inside}</TestimonialsTile>;
  }
  return room.external ? (
    <a className={look} href={room.href} rel="noopener noreferrer" target="_blank">
      {inside}
    </a>
  ) : (
    <Link className={look} prefetch="intent" to={room.href}>
      {inside}
    </Link>
  );
}
