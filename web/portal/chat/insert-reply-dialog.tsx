import { type KeyboardEvent, useId, useState } from 'react';
import type { CannedReply } from '#contract/canned-replies.ts';
import { cannedReplies as messages } from '#contract/messages/canned-replies.ts';
import { matches } from '#contract/text/text-match.ts';
import { isComposing } from '#web/lib/device/is-composing.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog, type DialogProps } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { RecordList } from '../shared/records/record-list.tsx';
import { useCannedReplies } from './canned-replies.data.ts';

interface InsertReplyDialogProps {
  /** Inserts the text of a canned reply. */
  onInsert: (text: string) => void;
  onManage: () => void;
  onClose: () => void;
  returnTo: DialogProps['returnTo'];
}

/** Finds a canned reply: arrow keys choose, Enter inserts it. */
export function InsertReplyDialog({
  onInsert,
  onManage,
  onClose,
  returnTo,
}: InsertReplyDialogProps) {
  const id = useId();
  const query = useCannedReplies();
  const [search, setSearch] = useState('');
  const [at, setAt] = useState(0);
  const found = (query.data ?? []).filter(({ title, text }) =>
    matches(search, `${title}\n${text}`),
  );
  const chosen = found[Math.min(at, found.length - 1)];
  const optionId = ({ reply_id }: CannedReply) => `${id}-${reply_id}`;

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event.nativeEvent) || !chosen) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) return onInsert(chosen.text);
    const next = (found.indexOf(chosen) + step + found.length) % found.length;
    setAt(next);
    const option = found[next];
    if (option) document.getElementById(optionId(option))?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <Dialog
      footer={
        <Button onClick={onManage} variant="quiet">
          {messages.manage}
        </Button>
      }
      onClose={onClose}
      returnTo={returnTo}
      title={messages.insert}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-2">
        <Field label={messages.search} name="q">
          <Input
            aria-activedescendant={chosen && optionId(chosen)}
            aria-autocomplete="list"
            aria-controls={`${id}-list`}
            aria-expanded={found.length > 0}
            autoComplete="off"
            onChange={(event) => {
              setSearch(event.target.value);
              setAt(0);
            }}
            onKeyDown={onKeyDown}
            role="combobox"
            value={search}
          />
        </Field>
        <RecordList emptyHint={messages.noneHint} lines={4} messages={messages} query={query}>
          {() =>
            found.length === 0 ? (
              <p className="text-steel" role="status">
                {messages.noMatch}
              </p>
            ) : (
              <div aria-label={messages.title} id={`${id}-list`} role="listbox">
                {found.map((reply) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the search box has the keys
                  <div
                    aria-selected={reply === chosen}
                    className={`cursor-pointer border-b border-l-4 border-b-line px-3 py-2 hover:bg-well ${
                      reply === chosen ? 'border-l-signal bg-well' : 'border-l-transparent'
                    }`}
                    id={optionId(reply)}
                    key={reply.reply_id}
                    onClick={() => onInsert(reply.text)}
                    role="option"
                    tabIndex={-1}
                  >
                    <p className="font-display font-semibold wrap-anywhere">{reply.title}</p>
                    <p className="line-clamp-2 text-sm wrap-anywhere text-steel">{reply.text}</p>
                  </div>
                ))}
              </div>
            )
          }
        </RecordList>
      </div>
    </Dialog>
  );
}
