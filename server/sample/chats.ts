import { instantBefore } from './calendar.ts';
import { type Enclosure, type Line, talks } from './chat-texts.ts';
import { Dice } from './dice.ts';
import type { SampleFile } from './keep-files.ts';
import type { SamplePerson } from './people.ts';
import { dentPhoto, photoSize } from './photo.ts';
import { sheetPdf } from './sheet.ts';

export interface SampleMessage {
  /** Usernames. */
  from: string;
  to: string;
  content: string;
  at: string;
  readAt: string | null;
  clientId: string;
  file: (SampleFile & { width: number | null; height: number | null }) | null;
}

const minuteMs = 60_000;

/** When each line was written: in their order, also where 'hours ago' were yesterday. */
function instantsOf(now: Date, lines: readonly Line[]): string[] {
  let last = 0;
  return lines.map(([days, time]) => {
    const [hours = 0, minutes = 0] = time.split(':').map(Number);
    const at = Date.parse(instantBefore(now, days, hours * 60 + minutes));
    last = Math.max(at, last + 2 * minuteMs);
    return new Date(last).toISOString();
  });
}

function enclosed(what: Enclosure, dice: Dice, createdAt: string): SampleMessage['file'] {
  const id = dice.uuid();
  if (what === 'dent') {
    const file = { key: `messages/${id}.jpg`, name: 'IMG_2048.jpg', kind: 'jpeg' } as const;
    return { ...file, ...photoSize, createdAt, bytes: dentPhoto };
  }
  const sheet = {
    title: 'Bill of lading',
    under: 'Load 20417: Joliet yard to Elgin, 3 vehicles',
    sections: [
      {
        heading: 'Vehicles',
        lines: [
          '2024 Toyota Camry, silver: no exceptions',
          '2025 Hyundai Tucson, blue: no exceptions',
          '2023 Ford F-150, black: scratch on the tailgate, noted at pickup',
        ],
      },
      { heading: 'Delivered', lines: ['Keys: 6. Condition as noted above.'] },
    ],
    signed: "Kevin O'Brien; received by L. Marsh",
    written: new Date(createdAt),
  };
  const file = {
    key: `messages/${id}.pdf`,
    name: 'Bill of lading 20417.pdf',
    kind: 'pdf',
  } as const;
  return { ...file, width: null, height: null, createdAt, bytes: () => sheetPdf(sheet) };
}

/** What the office and its people have written to each other in the last two weeks, oldest first. */
export function sampleMessages(now: Date, people: readonly SamplePerson[]): SampleMessage[] {
  const dice = new Dice('chats');
  const admins = people.filter(({ role }) => role === 'admin');
  const written = talks.flatMap(({ office, staff, lines, enclosed: files, unread = 0 }) => {
    const admin = admins[office]?.username ?? '';
    const instants = instantsOf(now, lines);
    return lines.map(([, , from, content], index): SampleMessage => {
      const at = instants[index] ?? '';
      const readAt = new Date(Date.parse(at) + dice.whole(1, 9) * minuteMs).toISOString();
      const what = files?.[index];
      return {
        from: from === 'office' ? admin : staff,
        to: from === 'office' ? staff : admin,
        content,
        at,
        readAt: index < lines.length - unread ? readAt : null,
        clientId: dice.uuid(),
        file: what ? enclosed(what, dice, at) : null,
      };
    });
  });
  return written.toSorted((one, other) => (one.at < other.at ? -1 : 1));
}
