import { useState } from 'react';
import { settlementFormats as messages } from '#contract/messages/settlement-formats.ts';
import {
  deleteFormat,
  type Payee,
  type SettlementFormat,
  type Spot,
} from '#contract/settlement-formats.ts';
import { call } from '#web/lib/api/api.ts';
import { deleteFormDraft } from '#web/lib/drafts/form-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RecordList } from '../../shared/records/record-list.tsx';
import { useConfirmDelete } from '../../shared/records/use-confirm-delete.ts';
import { FormatForm, formatDraft } from './format-form.tsx';
import { formatsKey, useFormats, useReloadFindings } from './settlement-formats.data.ts';

/** The formats that the office has taught, to change and delete. */
export function FormatsDialog({ onClose }: { onClose: () => void }) {
  const [edited, setEdited] = useState<SettlementFormat | null>(null);
  const [isDirty, setDirty] = useState(false);
  const reload = useReloadFindings();
  const formats = useFormats();
  const remove = useConfirmDelete<SettlementFormat>({
    text: messages,
    idOf: ({ format_id }) => format_id,
    describe: ({ name }) => `${name}. ${messages.confirmDeleteHint}`,
    remove: async (id) => {
      await call(deleteFormat, { params: { id } });
      void reload();
    },
    queryKey: formatsKey,
  });

  function leave() {
    deleteFormDraft(formatDraft);
    setDirty(false);
    setEdited(null);
  }

  return (
    <Dialog
      description={messages.about}
      isDirty={isDirty}
      onClose={() => {
        leave();
        onClose();
      }}
      size="lg"
      title={messages.title}
    >
      {edited ? (
        <FormatForm files={[]} format={edited} onCancel={leave} onDirty={setDirty} onDone={leave} />
      ) : (
        <RecordList emptyHint={messages.noneHint} lines={3} messages={messages} query={formats}>
          {(list) => (
            <ul className="border-t-2 border-ink">
              {list.map((format) => (
                <li
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2"
                  key={format.format_id}
                >
                  <div className="min-w-0 flex-1 basis-56 wrap-anywhere">
                    <p className="font-display font-semibold">{format.name}</p>
                    <p className="text-sm text-steel">{summaryOf(format)}</p>
                  </div>
                  <div className="flex">
                    <Button
                      aria-label={`Edit ${format.name}`}
                      onClick={() => setEdited(format)}
                      size="sm"
                      variant="quiet"
                    >
                      Edit
                    </Button>
                    <Button
                      aria-label={`Delete ${format.name}`}
                      busy={remove.busyId === format.format_id}
                      onClick={() => void remove.ask(format)}
                      size="sm"
                      variant="quiet"
                    >
                      Delete
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )}
        </RecordList>
      )}
    </Dialog>
  );
}

const spotText = ({ label, place, part }: Partial<Spot>) =>
  place === 'column'
    ? `in the line of “${label}” under “${part}”`
    : `${place === 'below' ? 'below' : 'right of'} “${label}”`;

function payeeText({ file_name_part, is, ...spot }: Payee): string {
  const what = is === 'name' ? 'Name' : 'Payroll number';
  return `${what} ${file_name_part ? `in part ${file_name_part} of the file name` : spotText(spot)}`;
}

/** 'Name right of “Driver:”, net pay right of “Net pay”, no period' */
function summaryOf({ payee, net_pay, period }: SettlementFormat): string {
  return [
    payeeText(payee),
    net_pay ? `net pay ${spotText(net_pay)}` : 'no net pay',
    period ? `period ${spotText(period)}` : 'no period',
  ].join(', ');
}
