import { CalendarPlus, Copy } from 'lucide-react';
import { rooms as words } from '#contract/messages/rooms.ts';
import { AnchorButton, Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { say } from '../frame/say.tsx';

const path = '/holidays.ics';

/** The holidays in one's own calendar, where they renew themselves. */
export function SubscribeToHolidays() {
  const address = `${location.origin}${path}`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      say(words.holidaysCopied);
    } catch {
      say(words.holidaysCopyFailed, 'error');
    }
  }

  return (
    <section aria-labelledby="subscribe" className="mt-12 max-w-3xl print:hidden">
      <h2 className="display mb-3 text-lg" id="subscribe">
        In your own calendar
      </h2>
      <p className="measure text-steel">
        Subscribe once and the holidays of the coming years turn up by themselves.
      </p>
      <div className="mt-4 flex flex-wrap items-end gap-3">
        <Field className="min-w-0 flex-1 basis-72" label="Calendar address" name="calendar">
          <Input onFocus={(event) => event.target.select()} readOnly value={address} />
        </Field>
        <Button onClick={() => void copy()} variant="secondary">
          <Copy aria-hidden="true" className="size-5" />
          Copy
        </Button>
        <AnchorButton href={address.replace(/^https?:/, 'webcal:')} variant="secondary">
          <CalendarPlus aria-hidden="true" className="size-5" />
          Subscribe
        </AnchorButton>
      </div>
      <ul className="mt-4 grid list-disc gap-1 pl-5 text-sm text-steel">
        <li>iPhone and Mac: press Subscribe.</li>
        <li>
          Google Calendar, on a computer: Other calendars, then From URL, and paste the address.
        </li>
        <li>Outlook: Add calendar, then Subscribe from web, and paste the address.</li>
        <li>
          Only once, without renewal:{' '}
          <a className="text-link" href={path}>
            open the calendar file
          </a>
          .
        </li>
      </ul>
    </section>
  );
}
