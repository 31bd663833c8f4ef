import { useMutation } from '@tanstack/react-query';
import { ChevronDown, Download } from 'lucide-react';
import { createExport, type ExportFormat, type ExportName } from '#contract/exports.ts';
import { exports as messages } from '#contract/messages/exports.ts';
import { call } from '#web/lib/api/api.ts';
import { download } from '#web/lib/api/download.ts';
import { Button } from '#web/ui/button.tsx';
import { Popover } from '#web/ui/popover.tsx';
import { errorMessage } from '../error-messages.ts';
import { toast } from '../toast.tsx';

const formats = ['csv', 'xlsx'] as const satisfies readonly ExportFormat[];

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
  const send = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const body = { list, format, filter: String(new URLSearchParams(filter)) };
      download((await call(createExport, { body })).url);
    },
    onError: (error) => toast.show(errorMessage(error, messages.exportFailed), 'error'),
  });
  const isFiltered = Object.values(filter).some((value) => value !== '');

  return (
    <div className="print:hidden">
      <Popover
        className="w-56 max-w-[calc(100vw-2rem)] py-2"
        label={label}
        trigger={(attributes) => (
          <Button {...attributes} busy={send.isPending} size={size} variant="secondary">
            <Download aria-hidden="true" className="size-4" />
            {label}
            <ChevronDown aria-hidden="true" className="size-4" />
          </Button>
        )}
      >
        {({ leave }) => (
          <>
            {formats.map((format) => (
              <button
                className="flex min-h-11 w-full items-center px-4 py-2 text-left font-display text-sm font-semibold hover:bg-well"
                key={format}
                onClick={() => {
                  leave();
                  toast.dismissAll();
                  send.mutate(format);
                }}
                type="button"
              >
                {messages.formats[format]}
              </button>
            ))}
            {isFiltered && (
              <p className="border-t border-line px-4 pt-2 pb-1 text-sm text-steel">
                {messages.filteredList}
              </p>
            )}
          </>
        )}
      </Popover>
    </div>
  );
}
