import { company } from '#contract/company.ts';

/** The company's name as its trucks carry it. */
export function Wordmark() {
  const [first, ...rest] = company.name.split(' ');
  return (
    <span className="flex items-center gap-3" translate="no">
      <svg aria-hidden="true" className="h-9 w-9" viewBox="0 0 36 36">
        <path d="M0 0h36v36H0z" fill="#E8501A" />
        <path d="M7 6h7v10L23 6h8L19 18l12 12h-8l-9-9v9H7z" fill="#12161C" />
      </svg>
      <span className="flex flex-col gap-0.5">
        <span className="display text-lg">{first}</span>
        <span className="legend">{rest.join(' ')}</span>
      </span>
    </span>
  );
}
