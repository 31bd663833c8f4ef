import { Fragment } from 'react';
import { company, telHref } from '#contract/company/profile.ts';

/** The link to the company's general phone number. */
export function PhoneLink({ className = 'text-link whitespace-nowrap' }: { className?: string }) {
  const { number } = company.phones.general;
  return (
    <a className={className} href={telHref(number)}>
      {number}
    </a>
  );
}

/** The company's email link, which may wrap before '@' and each dot. */
export function EmailLink({ className }: { className: string }) {
  return (
    <a className={className} href={`mailto:${company.email}`}>
      <span>
        {company.email.split(/(?=[@.])/).map((part) => (
          <Fragment key={part}>
            <wbr />
            {part}
          </Fragment>
        ))}
      </span>
    </a>
  );
}
