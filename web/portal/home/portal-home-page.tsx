import { ExternalLink } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import { useSession } from '#web/lib/session.ts';
import { Badge } from '#web/ui/badge.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { type NavItem, navigation } from '../pages.ts';
import { useBadges } from '../shared/badges.data.ts';
import { badgeLabels, type NavBadge, useNavCount } from '../shared/nav-badges.ts';
import { DialogTile } from './dialog-tile.tsx';
import { PasswordPrompt } from './password-prompt.tsx';
import { approvalTileId } from './to-do.ts';
import { TodaySection } from './today-section.tsx';

export default function PortalHomePage() {
  const { role } = useSession();
  const badges = useBadges().data;
  const countOf = useNavCount();
  if (role === null) return null;
  const tiles = navigation.filter((item) => item.tile.includes(role));
  return (
    <>
      <PageHeader title="Employee Portal" />
      <PasswordPrompt />
      <TodaySection role={role} />
      <ul
        aria-label="All sections"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,100%),1fr))] gap-3 sm:grid-cols-2 sm:gap-4 xl:grid-cols-3"
      >
        {tiles.map((item) => (
          <li key={item.href}>
            <Tile
              count={countOf(item.badge)}
              item={item}
              overdue={item.href === '/inquiries' ? (badges?.overdue_inquiries ?? 0) : 0}
            />
          </li>
        ))}
      </ul>
    </>
  );
}

interface TileProps {
  item: NavItem;
  /** Of the item's badge. */
  count: number;
  overdue: number;
}

const Tile = memo(function Tile({ item, count, overdue }: TileProps) {
  const { icon: Icon, opens, dialog } = item;
  const look =
    'group flex h-full min-h-24 flex-col border border-line border-t-4 border-t-ink bg-sheet p-3 sm:min-h-36 sm:p-5 hover:border-t-signal';
  const inside = (
    <>
      <span className="flex items-start justify-between">
        <Icon aria-hidden="true" className="size-7 text-rust" />
        {opens === 'new tab' && <ExternalLink aria-hidden="true" className="size-5 text-steel" />}
      </span>
      <span className="display mt-2 text-base group-hover:underline sm:mt-4 sm:text-lg">
        {item.title}
      </span>
      <span className="mt-2 text-sm text-steel max-sm:sr-only">{item.about}</span>
      {opens === 'new tab' && <span className="sr-only"> (opens in a new tab)</span>}
      <TileCounts badge={item.badge} count={count} overdue={overdue} />
    </>
  );
  if (dialog) {
    return (
      <DialogTile className={`${look} w-full text-left`} id={approvalTileId} load={dialog}>
        {inside}
      </DialogTile>
    );
  }
  return opens === 'new tab' ? (
    <a className={look} href={item.href} rel="noopener noreferrer" target="_blank">
      {inside}
    </a>
  ) : (
    <Link className={look} to={item.href}>
      {inside}
    </Link>
  );
});

interface TileCountsProps extends Omit<TileProps, 'item'> {
  badge: NavBadge | undefined;
}

function TileCounts({ badge, count, overdue }: TileCountsProps) {
  if (badge === undefined || count === 0) return null;
  return (
    <span className="mt-3 flex flex-wrap gap-2">
      <Badge tone={badge.startsWith('new_') ? 'info' : 'lane'}>
        {count} {badgeLabels[badge]}
      </Badge>
      {overdue > 0 && <Badge tone="danger">{overdue} overdue</Badge>}
    </span>
  );
}
