import { redirect } from 'react-router';

/** SPEC's second address of the home page. */
export function loader() {
  return redirect('/', 301);
}
