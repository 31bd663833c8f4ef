import type { Claim } from '#contract/claims.ts';
import { claims as messages } from '#contract/messages/claims.ts';
import { usDayAndTime } from '../shared/us-dates.ts';
import { changeText } from './claim-format.ts';

/** What changed, when and by whom, newest first. */
export function ClaimHistory({ changes }: { changes: Claim['changes'] }) {
  return (
    <section aria-labelledby="claim-history">
      <h2 className="display mb-3 text-lg" id="claim-history">
        History
      </h2>
      <ol className="border-b border-line text-sm">
        {changes.toReversed().map(({ id, at, by, field, before, after }) => (
          <li className="border-t border-line py-2" key={id}>
            <p className="text-steel">
              <bdi className="font-semibold text-ink">{by}</bdi>,{' '}
              <time dateTime={at}>{usDayAndTime(at)}</time>
            </p>
            <p className="wrap-anywhere">
              {messages.changes[field]}
              {(before || after) && (
                <>
                  : {before && `${changeText(field, before)} → `}
                  {changeText(field, after) || '–'}
                </>
              )}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
