import { documents } from '#contract/messages/documents.ts';
import { employeeFiles } from '#contract/messages/employee-files.ts';
import { instantBefore } from './calendar.ts';
import { isDriver, type SamplePerson } from './people.ts';

interface SampleNotice {
  message: string;
  from: string;
  to: readonly string[];
  createdAt: string;
  unreadBy: readonly string[];
}

/** Notices of the last weeks, oldest first; the first driver finds two of them unread. */
export function sampleNotices(now: Date, people: readonly SamplePerson[]): SampleNotice[] {
  const names = people.map(({ username }) => username);
  const drivers = people.filter(isDriver).map(({ username }) => username);
  const [safety = '', clerk = ''] = names;
  const [shown = ''] = drivers;
  return [
    {
      message:
        'Winter kits are in the Joliet shop. Pick yours up before your next run and sign for it.',
      from: safety,
      to: names,
      createdAt: instantBefore(now, 12, 9 * 60),
      unreadBy: [],
    },
    {
      message: documents.kinds.training.notice('Hours of service: what we ask of you.pdf'),
      from: safety,
      to: drivers,
      createdAt: instantBefore(now, 4, 16 * 60 + 30),
      unreadBy: drivers.filter((_, index) => index % 2 === 0),
    },
    {
      message: employeeFiles.rejected(
        'Form W-4.pdf',
        1,
        'Step 5 is not signed. Please sign, date and send it again.',
      ),
      from: clerk,
      to: [shown],
      createdAt: instantBefore(now, 3, 16 * 60 + 40),
      unreadBy: [shown],
    },
  ];
}
