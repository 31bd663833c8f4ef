import { Search } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { general } from '#contract/messages/general.ts';
import { t } from '#contract/text/languages.ts';
import { importAgain } from '#web/lib/navigation/import-again.ts';
import { headerButtonClass } from '../shared/header-button.tsx';
import { toast } from '../shared/toast.tsx';

const importDialog = importAgain(() => import('./search-dialog.tsx'));
export const loadSearch = () => importDialog().catch(() => null);

const isApple = /Mac|iP(hone|ad|od)/.test(navigator.userAgent);

/** Opens the search over the whole portal, also with Ctrl+K or ⌘K. */
export function SearchButton() {
  const [dialog, setDialog] = useState<Awaited<ReturnType<typeof loadSearch>>>(null);

  async function open() {
    const loaded = await loadSearch();
    setDialog(loaded);
    if (!loaded) toast.show(general.unreachable, 'error');
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Ctrl+K deletes a line in the text fields of a Mac.
    const isShortcut = isApple ? event.metaKey : event.ctrlKey;
    if (!isShortcut || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k') return;
    event.preventDefault();
    if (dialog) setDialog(null);
    // Another dialog may have input.
    else if (!document.querySelector('[role$=dialog][data-state=open]')) void open();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);

  return (
    <>
      <button
        aria-haspopup="dialog"
        aria-label={t('Find anything', 'Buscar en todo')}
        className={headerButtonClass}
        onClick={({ currentTarget }) => {
          // Safari doesn't focus a pressed button, and closing the dialog returns the focus there.
          currentTarget.focus();
          void open();
        }}
        onPointerEnter={() => void loadSearch()}
        title={t('Find anything (Ctrl+K or ⌘K)', 'Buscar en todo (Ctrl+K o ⌘K)')}
        type="button"
      >
        <Search aria-hidden="true" className="size-5" />
        <span className="max-xl:hidden">{t('Find', 'Buscar')}</span>
      </button>
      {dialog && <dialog.SearchDialog onClose={() => setDialog(null)} />}
    </>
  );
}
