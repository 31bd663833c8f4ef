import { departments, type Job } from '#contract/careers.ts';
import { dropDraft, newDraft, readDraft, writeDraft } from '#web/lib/draft.ts';
import { type JobValues, newJobValues } from './job-defaults.ts';

const name = 'job';

/** What the job form was about when it was left: the job and its version, null for a new one. */
export interface KeptJob {
  target: Pick<Job, 'id' | 'version'> | null;
  values: JobValues;
}

/** The job that was typed and not sent, for example because the session ran out. */
export function keptJob(): KeptJob | null {
  const kept = readDraft(name)?.values;
  if (!kept) return null;
  const values = { ...newJobValues() };
  for (const field of Object.keys(values) as (keyof JobValues)[]) {
    if (field !== 'department') values[field] = kept[field] ?? '';
  }
  values.department = departments.find((department) => department === kept.department) ?? 'All';
  const [id, version] = [Number(kept.id), Number(kept.version)];
  return { target: id > 0 ? { id, version } : null, values };
}

/** Keeps what is in the form on this device. */
export function keepJob(
  target: KeptJob['target'],
  values: Partial<Record<keyof JobValues, string | null>>,
): void {
  const typed = Object.entries(values).map(([field, value]) => [field, value ?? '']);
  const about = { id: String(target?.id ?? ''), version: String(target?.version ?? '') };
  writeDraft(name, newDraft({ ...Object.fromEntries(typed), ...about }));
}

/** Nothing is kept any more: it was sent or given up. */
export function forgetJob(): void {
  dropDraft(name);
}
