import { useMutation } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { createExport, type ExportFormat, type ExportName } from '#contract/exports.ts';
import { exports as messages } from '#contract/messages/exports.ts';
import { call } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { Button } from '#web/ui/button.tsx';
import { errorMessage } from './error-messages.ts';
import { toast } from './toast.tsx';

const formats = ['csv', 'xlsx'] as const satisfies readonly ExportFormat[];

/** Pixels of `w-56` and the page's margin. */
const panelWidth = 240;

interface ExportMenuProps {
  list: ExportName;
  /** The search and the filters of the screen, or the query of the list's call; the file has what they select. */
  filter?: Readonly<Record<string, string>>;
  /** What is exported, where a screen has several lists. */
  label?: string;
  /** 'md' beside a page's title. */
  size?: 'sm' | 'md';
}

/** A button that opens the formats in which a list is downloaded. */
export function ExportMenu({
  list,
  filter = {},
  label = messages.open,
  size = 'sm',
}: ExportMenuProps) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const [side, setSide] = useState<'left' | 'right' | null>(null);
  const send = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const body = { list, format, filter: String(new URLSearchParams(filter)) };
      download((await call(createExport, { body })).url);
    },
    onError: (error) => toast.show(errorMessage(error, messages.exportFailed), 'error'),
  });
  const isFiltered = Object.values(filter).some((value) => value !== '');
  const note = isFiltered && messages.filteredList;

  useEffect(() => {
    if (side === null) return;
    const onPress = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && menu.current?.contains(target))) setSide(null);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Not also the dialog around it, which listens on the document.
      event.stopPropagation();
      setSide(null);
      trigger.current?.focus();
    };
    window.addEventListener('pointerdown', onPress, true);
    window.addEventListener('keydown', onKey, true);
    return () => {
      window.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('keydown', onKey, true);
    };
  }, [side]);

  function toggle() {
    const { right = 0 } = menu.current?.getBoundingClientRect() ?? {};
    setSide(side !== null ? null : right < panelWidth ? 'left' : 'right');
  }

  function start(format: ExportFormat) {
    setSide(null);
    trigger.current?.focus();
    toast.dismissAll();
    send.mutate(format);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the events are those of its buttons
    <div
      className="relative print:hidden"
      onBlur={({ relatedTarget }) => {
        if (relatedTarget instanceof Node && !menu.current?.contains(relatedTarget)) setSide(null);
      }}
      ref={menu}
    >
      <Button
        aria-controls={id}
        aria-expanded={side !== null}
        busy={send.isPending}
        onClick={toggle}
        ref={trigger}
        size={size}
        variant="secondary"
      >
        <Download aria-hidden="true" className="size-4" />
        {label}
        <ChevronDown aria-hidden="true" className="size-4" />
      </Button>
      <div
        className={`absolute top-full z-30 mt-1.5 w-56 max-w-[calc(100vw-2rem)] border-t-4 border-signal bg-sheet py-2 text-ink shadow-lift ${side === 'left' ? 'left-0' : 'right-0'}`}
        hidden={side === null}
        id={id}
      >
        {formats.map((format) => (
          <button
            className="flex min-h-11 w-full items-center px-4 py-2 text-left font-display text-sm font-semibold hover:bg-well"
            key={format}
            onClick={() => start(format)}
            type="button"
          >
            {messages.formats[format]}
          </button>
        ))}
        {note && <p className="border-t border-line px-4 pt-2 pb-1 text-sm text-steel">{note}</p>}
      </div>
    </div>
  );
}
