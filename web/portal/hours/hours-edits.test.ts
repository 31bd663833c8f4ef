import { describe, expect, it } from 'vitest';
import type { Employee } from '#contract/users.ts';
import {
  bodyOf,
  disputedKeys,
  type Edits,
  hoursOf,
  withChoice,
  withCurrent,
  withoutSaved,
  withTyped,
} from './hours-edits.ts';

const rosa: Employee = {
  employee_id: 7,
  user_id: 1,
  first_name: 'Rosa',
  last_name: 'Núñez',
  department: '',
  position: '',
  hire_date: null,
  payroll_number: '',
  pto_hours: 12,
  work_hours: 40.5,
  version: 3,
};
const none: Edits = {};
const editOf = (edits: Edits) => {
  const edit = edits[7];
  if (!edit) throw new Error('no edit');
  return edit;
};

describe('what is typed into the table', () => {
  it('is kept as typed, with the version it was typed over', () => {
    const edit = editOf(withTyped(none, rosa, 'pto_hours', '13.50'));
    expect(edit.version).toBe(3);
    expect(bodyOf(edit)).toEqual({ pto_hours: 13.5 });
  });

  it('is no edit when it is the saved value again', () => {
    const edits = withTyped(none, rosa, 'pto_hours', '13');
    expect(withTyped(edits, rosa, 'pto_hours', '12.00')).toEqual({});
  });

  it.each(['', '-1', '1.234', '1e9', 'ten', '100000'])('%j is no number of hours', (text) => {
    expect(hoursOf(text)).toBeNull();
    expect(bodyOf(editOf(withTyped(none, rosa, 'pto_hours', text)))).toBeNull();
  });

  it('loses what was saved and keeps what was typed since', () => {
    const sent = withTyped(none, rosa, 'pto_hours', '13');
    const since = withTyped(sent, rosa, 'work_hours', '41');
    const left = editOf(withoutSaved(since, 7, editOf(sent)));
    expect(left).toMatchObject({ version: 4, typed: { work_hours: '41' } });
    expect(left.base).toEqual({ pto_hours: 13, work_hours: 40.5 });
    expect(withoutSaved(sent, 7, editOf(sent))).toEqual({});
  });
});

describe('what somebody else has saved meanwhile', () => {
  const mine = withTyped(none, rosa, 'pto_hours', '20');

  it('in another cell changes nothing here but the version', () => {
    const edit = editOf(withCurrent(mine, 7, { ...rosa, work_hours: 1, version: 4 }));
    expect(edit).toMatchObject({ version: 4, current: null, typed: { pto_hours: '20' } });
  });

  it('in the same cell waits for a choice', () => {
    const edits = withCurrent(mine, 7, { ...rosa, pto_hours: 15, version: 4 });
    expect(disputedKeys(editOf(edits))).toEqual(['pto_hours']);
    const kept = editOf(withChoice(edits, 7, 'pto_hours', true));
    expect(kept).toMatchObject({ version: 4, current: null, typed: { pto_hours: '20' } });
    expect(withChoice(edits, 7, 'pto_hours', false)).toEqual({});
  });

  it('with the same value leaves nothing to do', () => {
    expect(withCurrent(mine, 7, { ...rosa, pto_hours: 20, version: 4 })).toEqual({});
  });
});
