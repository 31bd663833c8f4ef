import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { type FoundKind, foundKinds, searchLength } from '#contract/search.ts';
import { t } from '#contract/text/languages.ts';
import { matches } from '#contract/text/text-match.ts';
import type { Role } from '#contract/wire/access.ts';
import { CallError } from '#contract/wire/endpoint.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { controlClass } from '#web/ui/input.tsx';
import { inSpanish } from '../page-texts.ts';
import { pages } from '../pages.ts';
import { groupsOf } from './nav-groups.ts';
import { addRecent, type Find, readRecent } from './recent-finds.ts';
import { searchQuery } from './search.data.ts';

const headings = (): Record<FoundKind, string> => ({
  person: t('People', 'Personas'),
  inquiry: 'Inquiries',
  application: 'Applications',
  job: t('Jobs', 'Empleos'),
  document: t('Files', 'Archivos'),
  claim: t('Claims', 'Reclamos'),
  damage: t('Damages', 'Daños'),
});

/** Milliseconds after the last letter before the server is asked. */
const pause = 200;

interface PageFind extends Find {
  /** What else finds it. */
  words: string;
}

/** The pages of a role: those of the navigation in its order, then the others. */
function pagesFor(role: Role): PageFind[] {
  const listed = groupsOf(role).flatMap(({ title: group, items }) =>
    items.map(({ href, title, about }) => ({
      title,
      detail: inSpanish(group),
      path: href,
      words: `${pages.find((page) => page.href === href)?.title} ${about}`,
    })),
  );
  const others = pages
    .filter(({ href, roles, nav }) => !nav && roles.includes(role) && href !== '/portal')
    .map(({ href, title }) => ({
      title: inSpanish(title),
      detail: '',
      path: href,
      words: title,
    }));
  return [...listed, ...others];
}

interface Results {
  groups: readonly { heading: string; finds: readonly Find[] }[];
  /** What the search can't do now, or does. */
  note: string;
}

function useResults(text: string): Results {
  const { role, userId } = useSession();
  const q = text.trim();
  const asked = useSettled(q);
  // The answer to an earlier text is never shown for a later one.
  const { data, error, isFetching } = useQuery(searchQuery(asked));
  const isFound = (find: Find, words = '') => matches(q, `${find.title}\n${find.detail}\n${words}`);
  const recent = readRecent(userId ?? 0).filter((find) => isFound(find));
  const latest = t('Recent', 'Reciente');
  const isNew = ({ path }: Find) => recent.every((find) => find.path !== path);
  const answer = asked === q ? (data ?? []) : [];
  const groups = [
    { heading: latest, finds: recent },
    {
      heading: t('Pages', 'Páginas'),
      finds: role === null ? [] : pagesFor(role).filter((page) => isFound(page, page.words)),
    },
    ...foundKinds.map((kind) => ({
      heading: headings()[kind],
      finds: answer.filter((find) => find.kind === kind),
    })),
  ].map(({ heading, finds }) => ({
    heading,
    finds: heading === latest ? finds : finds.filter(isNew),
  }));
  const shown = groups.filter(({ finds }) => finds.length > 0);
  const count = shown.reduce((sum, { finds }) => sum + finds.length, 0);
  const isLong = q.length >= searchLength.min;
  const isOffline = !navigator.onLine || (error instanceof CallError && error.status === 0);
  const note = () => {
    if (isOffline)
      return t(
        "You're offline. Only pages and recent ones are found.",
        'No hay conexión. Solo se encuentran páginas y lo reciente.',
      );
    if (!isLong) return '';
    if (asked !== q || isFetching) return t('Searching…', 'Buscando…');
    if (error)
      return t(
        "Couldn't search everything. Change the words to try again.",
        'No se pudo buscar en todo. Cambie las palabras para intentarlo de nuevo.',
      );
    return count === 0
      ? t('Nothing found.', 'No se encontró nada.')
      : t(`${count} found.`, count === 1 ? '1 resultado.' : `${count} resultados.`);
  };
  return { groups: shown, note: note() };
}

/** A text once it hasn't changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Finds pages, people and records; the arrow keys choose, Enter opens. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const { userId } = useSession();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { groups, note } = useResults(text);

  function open(find: Find) {
    addRecent(userId ?? 0, find);
    onClose();
    void navigate(find.path);
  }

  return (
    <Dialog onClose={onClose} title={t('Find anything', 'Buscar en todo')}>
      <Command label={t('Find anything', 'Buscar en todo')} loop shouldFilter={false}>
        <div className="sticky -top-3 bg-sheet pt-1">
          <Command.Input
            className={controlClass}
            maxLength={searchLength.max}
            onValueChange={setText}
            placeholder={t('Pages, people, files…', 'Páginas, personas, archivos…')}
            value={text}
          />
          <p className="min-h-6 py-1 text-sm text-steel" role="status">
            {note}
          </p>
        </div>
        {/* The dialog keeps its height while the results change. */}
        <Command.List className="min-h-[55dvh]" label={t('Results', 'Resultados')}>
          {groups.map(({ heading, finds }) => (
            <Command.Group
              heading={<span className="legend block pt-3 pb-1 text-steel">{heading}</span>}
              key={heading}
            >
              {finds.map((find) => (
                <Command.Item
                  className="flex min-h-11 cursor-pointer flex-wrap items-center gap-x-3 border-l-4 border-transparent px-3 py-1.5 aria-selected:border-signal aria-selected:bg-well"
                  key={find.path}
                  onSelect={() => open(find)}
                  value={`${heading} ${find.path}`}
                >
                  <span className="min-w-0 font-display text-sm font-semibold wrap-anywhere">
                    {find.title}
                  </span>
                  <span className="min-w-0 text-sm text-steel wrap-anywhere">{find.detail}</span>
                </Command.Item>
              ))}
            </Command.Group>
          ))}
        </Command.List>
      </Command>
    </Dialog>
  );
}
