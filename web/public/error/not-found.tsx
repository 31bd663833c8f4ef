import { data } from 'react-router';

/** Catches all other paths with status 404. */
export function loader(): never {
  throw data(null, { status: 404, statusText: 'Not Found' });
}

export default function NotFound() {
  return null;
}
