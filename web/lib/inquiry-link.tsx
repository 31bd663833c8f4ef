import type { ComponentProps } from 'react';
import { Link, useLocation, useRouteLoaderData } from 'react-router';

const inquiry = '/inquiry';

/** Whether a link must load the document: the policy of /inquiry names other hosts when reCAPTCHA is on. */
export function useLoadsDocument(to: string): boolean {
  const root = useRouteLoaderData('root') as { recaptcha?: boolean } | undefined;
  const here = useLocation().pathname.toLowerCase();
  return Boolean(root?.recaptcha) && (to === inquiry) !== (here === inquiry);
}

/** A link to /inquiry, or from it to anywhere. */
export function InquiryLink({
  to = inquiry,
  ...rest
}: Omit<ComponentProps<typeof Link>, 'to'> & { to?: string }) {
  return <Link {...rest} reloadDocument={useLoadsDocument(to)} to={to} />;
}
