import { ExternalLink } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { Link } from 'react-router';
import { testimonialOffice } from '#contract/messages/testimonial-office.ts';
import { t } from '#contract/text/languages.ts';
import { readStored, writeStored } from '#web/lib/device/storage.ts';
import { readToken, useSession } from '#web/lib/session/session.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import type { PortalDialog } from '../page.ts';
import { type NavItem, navigation } from '../pages.ts';
import { useBadges } from '../shared/live/badges.data.ts';
import { badgeLabels, type NavBadge, useNavCount } from '../shared/live/nav-badges.ts';
import { toast } from '../shared/toast.tsx';
import { TodaySection } from './today-section.tsx';

export default function PortalHomePage() {
  const { role } = useSession();
  const badges = useBadges().data;
  const countOf = useNavCount();
  const approval = useApproval();
  if (role === null) return null;
  const tiles = navigation.filter((item) => item.tile.includes(role));
  return (
    <>
      <PageHeader title={t('Employee Portal', 'Portal de empleados')} />
      <PasswordPrompt />
      <TodaySection onApprove={approval.show} role={role} />
      <ul
        aria-label={t('All sections', 'Todas las secciones')}
        className="grid grid-cols-[repeat(auto-fill,minmax(min(9.5rem,100%),1fr))] gap-3 sm:grid-cols-3 xl:grid-cols-4"
      >
        {tiles.map((item) => (
          <li key={item.href}>
            <Tile
              count={countOf(item.badge)}
              item={item}
              onApprove={approval.show}
              overdue={item.href === '/inquiries' ? (badges?.overdue_inquiries ?? 0) : 0}
            />
          </li>
        ))}
      </ul>
      {approval.dialog}
    </>
  );
}

const loadApproval = navigation.find(({ dialog }) => dialog)?.dialog;

/** The dialog of testimonials; its script loads on the first press. */
function useApproval() {
  const [Dialog, setDialog] = useState<PortalDialog | null>(null);
  async function show({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    // Safari doesn't focus a pressed button, and closing the dialog returns the focus there.
    currentTarget.focus();
    toast.dismissAll();
    try {
      const loaded = await loadApproval?.();
      setDialog(() => loaded?.default ?? null);
    } catch {
      toast.show(testimonialOffice.fetchFailed, 'error');
    }
  }
  return {
    show: (event: MouseEvent<HTMLButtonElement>) => void show(event),
    dialog: Dialog && <Dialog onClose={() => setDialog(null)} />,
  };
}

interface TileProps {
  item: NavItem;
  /** Of the item's badge. */
  count: number;
  overdue: number;
  onApprove: (event: MouseEvent<HTMLButtonElement>) => void;
}

function Tile({ item, count, overdue, onApprove }: TileProps) {
  const { icon: Icon, opens, dialog } = item;
  const look =
    'group flex h-full min-h-24 flex-col border border-line border-t-2 border-t-ink bg-sheet p-3 sm:p-4 hover:border-t-signal';
  const inside = (
    <>
      <span className="flex items-start justify-between">
        <Icon aria-hidden="true" className="size-7 text-rust" />
        {opens === 'new tab' && <ExternalLink aria-hidden="true" className="size-5 text-steel" />}
      </span>
      <span className="display mt-2 text-base group-hover:underline">{item.title}</span>
      <span className="mt-1 text-sm text-steel max-sm:sr-only">{item.about}</span>
      {opens === 'new tab' && (
        <span className="sr-only"> {t('(opens in a new tab)', '(se abre en otra pestaña)')}</span>
      )}
      <TileCounts badge={item.badge} count={count} overdue={overdue} />
    </>
  );
  if (dialog) {
    return (
      <button
        aria-haspopup="dialog"
        className={`${look} w-full text-left`}
        onClick={onApprove}
        type="button"
      >
        {inside}
      </button>
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
}

interface TileCountsProps extends Pick<TileProps, 'count' | 'overdue'> {
  badge: NavBadge | undefined;
}

function TileCounts({ badge, count, overdue }: TileCountsProps) {
  if (badge === undefined || count === 0) return null;
  return (
    <span className="mt-3 flex flex-wrap gap-2">
      <Badge tone={badge.startsWith('new_') ? 'info' : 'lane'}>
        {count} {badgeLabels()[badge]}
      </Badge>
      {overdue > 0 && <Badge tone="danger">{t(`${overdue} overdue`, `${overdue} vencidas`)}</Badge>}
    </span>
  );
}

const key = 'headrack.password-later';

/** Enough to recognize a token, and useless as one. */
const currentSession = () => readToken()?.slice(-16) ?? null;

/** Asks users whose password someone else chose to choose their own; postponed until the next sign-in. */
function PasswordPrompt() {
  const isDue = useBadges().data?.password_to_change === 1;
  const [isLater, setIsLater] = useState(() => readStored(key, 'session') === currentSession());
  if (!isDue || isLater) return null;
  const postpone = () => {
    writeStored(key, currentSession(), 'session');
    setIsLater(true);
  };
  return (
    <Alert
      action={
        <Button onClick={postpone} size="sm" variant="quiet">
          {t('Later', 'Después')}
        </Button>
      }
      className="mb-6"
    >
      {t('This password was chosen for you.', 'Alguien eligió esta contraseña por usted.')}{' '}
      <Link className="text-link" to="/password">
        {t('Choose your own password', 'Elija su propia contraseña')}
      </Link>
    </Alert>
  );
}
