import { signInStates } from '../sign-in-states.ts';
import { personName } from '../text/employee-name.ts';
import { matches } from '../text/text-match.ts';
import { type Employee, type User, userFields } from '../users.ts';
import { roles } from '../wire/access.ts';
import { searchText } from '../wire/field-text.ts';
import { filterOf } from './list-filter.ts';

type Values = {
  q: string;
  role: User['user_role'] | '';
  sign_in: User['sign_in'] | '';
};

const { username, user_email, first_name, last_name, department, position, payroll_number } =
  userFields;
const searchedFields = {
  ...{ username, user_email, first_name, last_name },
  ...{ department, position, payroll_number },
};

/** Users that match every word; 'UID 7' and 'EID 7' find that one record. */
export const usersFilter = filterOf<User, Values>({
  none: { q: '', role: '', sign_in: '' },
  choices: { role: roles, sign_in: signInStates },
  matches: (user, { q, role, sign_in }) => {
    if (role !== '' && user.user_role !== role) return false;
    if (sign_in !== '' && user.sign_in !== sign_in) return false;
    const exact = /^(uid|eid) ?(\d+)$/i.exec(q.trim());
    if (exact) {
      const key = exact[1]?.toLowerCase() === 'uid' ? 'user_id' : 'employee_id';
      return user[key] === Number(exact[2]);
    }
    return matches(q, searchText(searchedFields, user), [user.phone_number]);
  },
});

export const employeesFilter = filterOf<Employee, { q: string }>({
  none: { q: '' },
  matches: (employee, { q }) =>
    matches(q, `${personName(employee)}\n${employee.department}\n${employee.position}`),
});
