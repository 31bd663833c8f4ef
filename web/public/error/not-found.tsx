import { data } from 'react-router';

/** Every address that no page answers ends here, with a real 404. */
export function loader(): never {
  throw data(null, { status: 404, statusText: 'Not Found' });
}

export default function NotFound() {
  return null;
}
