import type { Application } from '#contract/applications.ts';
import {
  type DriverHistory,
  type HistoryList,
  historyLists,
  historyParts,
  missingParts,
} from '#contract/driver-history.ts';
import { applicants as messages } from '#contract/messages/applicants.ts';
import { applications } from '#contract/messages/applications.ts';
import { today, usCalendarDay } from '#contract/rules/dates.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FileLink } from '../shared/files/file-link.tsx';
import { FailedList } from '../shared/records/failed-list.tsx';
import { fieldRows } from '../shared/records/field-values.ts';
import { usDayAndTime } from '../shared/us-dates.ts';
import { useApplicationFile } from './applicants.data.ts';

/** In the dialog of an application: what the applicant sent later, and the driving record. */
export function ApplicantFile({ application }: { application: Application }) {
  const query = useApplicationFile(application.id);
  const { data, error } = query;
  if (error && !data) {
    return <FailedList fallback={messages.fileFailed} query={query} />;
  }
  if (!data) return null;
  return (
    <>
      {data.documents.length > 0 && (
        <section>
          <h3 className="mb-2 font-display font-bold">Documents added by the applicant</h3>
          <ul>
            {data.documents.map(({ id, file_path, name, created_at }) => (
              <li className="flex flex-wrap items-center gap-x-4 border-t border-line" key={id}>
                <FileLink
                  label={name}
                  path={file_path}
                  presign="settlements"
                  waiting={applications.loadingResume}
                >
                  {name}
                </FileLink>
                <span className="text-sm text-steel">{usDayAndTime(created_at)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {data.driver_history && (
        <DrivingRecord hasCdl={application.has_cdl_license === 1} history={data.driver_history} />
      )}
    </>
  );
}

const titles: Readonly<Record<HistoryList, string>> = {
  addresses: 'Addresses',
  employers: 'Employers',
  accidents: 'Accidents',
  violations: 'Traffic violations',
};

/** The record of 49 CFR 391.21(b), with how complete it is. */
function DrivingRecord({ history, hasCdl }: { history: DriverHistory; hasCdl: boolean }) {
  const missing = missingParts(history, hasCdl, today());
  const none: Partial<Record<HistoryList, boolean>> = {
    accidents: history.has_no_accidents === 1,
    violations: history.has_no_violations === 1,
  };
  return (
    <details className="border border-line">
      <summary className="cursor-pointer px-4 py-3 text-sm font-semibold">
        Driving record (49 CFR 391.21): {historyParts.length - missing.length} of{' '}
        {historyParts.length} parts complete
      </summary>
      <div className="grid gap-6 px-4 pb-3">
        {missing.length > 0 && (
          <p className="text-sm">
            Still missing: {missing.map((part) => messages.missing[part]).join('; ')}.
          </p>
        )}
        {(Object.keys(titles) as HistoryList[]).map((list) => (
          <section key={list}>
            <h4 className="mb-2 font-display font-bold">{titles[list]}</h4>
            {history[list].length === 0 && (
              <p className="text-sm text-steel">
                {none[list] ? 'None in three years.' : 'None given.'}
              </p>
            )}
            <ol className="grid gap-x-10 gap-y-4 md:grid-cols-2">
              {history[list].map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no ids and never change their order
                <li key={index}>
                  <DescriptionList rows={fieldRows(historyLists[list], row)} />
                </li>
              ))}
            </ol>
          </section>
        ))}
        <DescriptionList
          rows={[
            ['Times without an employer', history.gaps],
            ['Licenses denied or revoked', history.denials],
            ['Certified as true', history.is_certified === 1 ? 'Yes' : 'No'],
            ['Signed by', history.signed_name],
            ['Signed on', usCalendarDay(history.signed_on)],
          ]}
        />
      </div>
    </details>
  );
}
