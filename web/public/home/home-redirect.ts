import { redirect } from 'react-router';

/** /home redirects to /. */
export function loader() {
  return redirect('/', 301);
}
