import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { deleteDuty, updateDuty } from '#contract/duty.ts';
import { duty as messages } from '#contract/messages/duty.ts';
import { weekdayLabel } from '#contract/rules/office-hours.ts';
import { minutesOf } from '#contract/rules/quiet-hours.ts';
import { personName } from '#contract/text/employee-name.ts';
import type { User } from '#contract/users.ts';
import { call } from '#web/lib/api/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { errorMessage } from '../shared/error-messages.ts';
import { dutyKey, useDuty } from '../shared/people/duty.data.ts';
import { useUsers } from '../shared/people/users.data.ts';
import { RecordList } from '../shared/records/record-list.tsx';
import { toast } from '../shared/toast.tsx';

interface DutyDialogProps {
  ownId: number | undefined;
  onClose: () => void;
}

/** Sets admins on and off duty. */
export function DutyDialog({ ownId, onClose }: DutyDialogProps) {
  const [time, setTime] = useState('');
  const duty = useDuty();
  const client = useQueryClient();
  const isOwn = ({ user_id }: User) => user_id === ownId;
  const change = useMutation({
    mutationFn: ({ id, isStart }: { id: number; isStart: boolean }) => {
      const params = { id };
      if (!isStart) return call(deleteDuty, { params });
      return call(updateDuty, { params, body: { until_minute: time && minutesOf(time) } });
    },
    onSuccess: ({ message }) => toast.show(message),
    onError: (error) => toast.show(errorMessage(error, messages.saveFailed), 'error'),
    onSettled: () => client.invalidateQueries({ queryKey: dutyKey }),
  });

  return (
    <Dialog description={messages.about} onClose={onClose} title={messages.title}>
      <div className="grid gap-4 pb-4">
        <Field
          className="max-w-xs"
          hint={messages.endTimeHint}
          label={messages.endTime}
          name="until_minute"
        >
          <Input onChange={(event) => setTime(event.target.value)} type="time" value={time} />
        </Field>
        <RecordList lines={4} messages={{ fetchFailed: messages.fetchFailed }} query={useUsers()}>
          {(users) => (
            <ul className="border-t-2 border-ink">
              {users
                .filter(({ user_role }) => user_role === 'admin')
                .toSorted((one, other) => Number(isOwn(other)) - Number(isOwn(one)))
                .map((admin) => {
                  const name = personName(admin);
                  const until = duty.get(admin.user_id);
                  const isBusy = change.isPending && change.variables.id === admin.user_id;
                  const set = (isStart: boolean) => change.mutate({ id: admin.user_id, isStart });
                  return (
                    <li
                      className="flex min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2"
                      key={admin.user_id}
                    >
                      <span className="min-w-0 flex-1">
                        <bdi className="block font-semibold wrap-anywhere">{name}</bdi>
                        {until && (
                          <span className="text-sm text-steel">
                            {messages.until(weekdayLabel(until))}
                          </span>
                        )}
                      </span>
                      {until ? (
                        <Button
                          aria-label={messages.goOffOf(name)}
                          busy={isBusy}
                          onClick={() => set(false)}
                          size="sm"
                          variant="quiet"
                        >
                          {messages.goOff}
                        </Button>
                      ) : (
                        <Button
                          aria-label={messages.goOnOf(name)}
                          busy={isBusy}
                          onClick={() => set(true)}
                          size="sm"
                          variant="secondary"
                        >
                          {messages.goOn}
                        </Button>
                      )}
                    </li>
                  );
                })}
            </ul>
          )}
        </RecordList>
      </div>
    </Dialog>
  );
}
