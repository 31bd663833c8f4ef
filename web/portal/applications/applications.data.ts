import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  applicationsEvent,
  type MovableStage,
  previewHire,
  previewStageMail,
  updateApplication,
} from '#contract/application-stages.ts';
import {
  type Application,
  deleteApplication,
  eraseApplicant,
  getApplicant,
  listApplications,
  openApplication,
} from '#contract/applications.ts';
import { isBlank } from '#contract/text/blank-text.ts';
import { type BodyOf, CallError } from '#contract/wire/endpoint.ts';
import { call } from '#web/lib/api/api.ts';
import { badgesQuery } from '../shared/live/badges.data.ts';
import { useLiveUpdates } from '../shared/live/live-updates.ts';
import type { SaveTarget } from '../shared/records/use-record-form.ts';
import { startedQuery } from './applicants.data.ts';

export const applicationsQuery = queryOptions({
  queryKey: ['applications'],
  queryFn: ({ signal }) => call(listApplications, {}, { signal }),
});

/** Every application, newest first; reloaded when one is added, changed or deleted. */
export function useApplications() {
  const client = useQueryClient();
  useLiveUpdates({
    [applicationsEvent]: () => client.invalidateQueries(applicationsQuery),
  });
  return useQuery(applicationsQuery);
}

/** What hiring an applicant does to their job; read anew after each attempt to hire. */
export const hirePreviewQuery = (id: number) =>
  queryOptions({
    queryKey: [...applicationsQuery.queryKey, 'hire', id],
    queryFn: ({ signal }) => call(previewHire, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  });

/** The mail that a move to a stage would send, as its applicant would read it. */
export const stageMailQuery = (id: number, stage: MovableStage) =>
  queryOptions({
    queryKey: [...applicationsQuery.queryKey, 'mail', id, stage],
    queryFn: ({ signal }) =>
      call(previewStageMail, { params: { id }, query: { stage } }, { signal }),
  });

/** Marks an application as opened unless it already is. */
export function useOpenApplication() {
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (id: number) => call(openApplication, { params: { id } }),
    onSuccess: async (_, id) => {
      await client.cancelQueries(applicationsQuery);
      client.setQueryData(applicationsQuery.queryKey, (list) =>
        list?.map((one) => (one.id === id ? { ...one, opened_at: new Date().toISOString() } : one)),
      );
      return client.invalidateQueries(badgesQuery);
    },
  });
  return (application: Application) => {
    if (application.opened_at === null) mutate(application.id);
  };
}

/** Deletes an application with its resume and removes it from the cached list. */
export function useDeleteApplication() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteApplication, { params: { id } }),
    onSuccess: async (_, id) => {
      // A pending list request would restore it.
      await client.cancelQueries(applicationsQuery);
      client.setQueryData(applicationsQuery.queryKey, (list) =>
        list?.filter((application) => application.id !== id),
      );
    },
    onError: () => client.invalidateQueries(applicationsQuery),
  });
}

/** What may be of the person who sent this application. */
export function getApplicantOf(id: number) {
  return call(getApplicant, { params: { id } });
}

/** Erases an application and what else is chosen, and reloads the lists. */
export function useEraseApplicant() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...chosen }: { id: number; applications: number[]; drafts: number[] }) =>
      call(eraseApplicant, {
        params: { id },
        query: { applications: chosen.applications.join(), drafts: chosen.drafts.join() },
      }),
    onSettled: () =>
      Promise.all([applicationsQuery, startedQuery].map((one) => client.invalidateQueries(one))),
  });
}

/** What the forms of an application change, without what it says about a person: drafts store it. */
export type StageBase = Pick<Application, 'id' | 'stage' | 'version'>;

export const baseOf = ({ id, stage, version }: Application): StageBase => ({ id, stage, version });

type Change = Partial<BodyOf<typeof updateApplication>>;

/** The answer; a conflict has no more of the current application than its base. */
export async function withBase<R>(answer: Promise<R>): Promise<R> {
  try {
    return await answer;
  } catch (error) {
    const current = error instanceof CallError && (error.body.current as Application | undefined);
    if (!(error instanceof CallError) || !current) throw error;
    throw new CallError(error.status, { ...error.body, current: baseOf(current) });
  }
}

const send = ({ id, version }: Pick<StageBase, 'id' | 'version'>, change: Change) =>
  withBase(call(updateApplication, { params: { id }, body: { ...change, version } }));

/** Moves an application to a stage, with a note and a mail if they are chosen. */
export function useSaveStage(stage: MovableStage) {
  const client = useQueryClient();
  return async (
    { notify, reason, note = '' }: BodyOf<typeof updateApplication>,
    { record }: SaveTarget<StageBase>,
  ) => {
    if (record === null) throw new Error('only visitors send applications');
    const written = isBlank(note) ? {} : { note };
    const mailed = notify ? { notify, reason } : {};
    const reply = await send(record, { stage, ...written, ...mailed });
    await client.invalidateQueries(applicationsQuery);
    return reply;
  };
}

/** Adds a note; another change of the application meanwhile is no conflict. */
export function useSaveNote(id: number) {
  const client = useQueryClient();
  return async ({ note = '' }: BodyOf<typeof updateApplication>) => {
    const reply = await call(updateApplication, { params: { id }, body: { note } });
    await client.invalidateQueries(applicationsQuery);
    return reply;
  };
}

/** Sets the stage from before a move, unless it was changed again; a mail that waits is stopped. */
export function useUndoMove() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ stage, ...to }: { id: number; version: number; stage: MovableStage }) =>
      send(to, { stage }),
    onSettled: () => client.invalidateQueries(applicationsQuery),
  });
}
