/** Links of a public form. They open a new tab, so that the form keeps its input. */
export function TermsLinks() {
  return (
    <p className="text-sm text-steel">
      Read how we use your details in the{' '}
      <a className="text-link" href="/privacy" rel="noopener" target="_blank">
        privacy policy<span className="sr-only"> (opens in a new tab)</span>
      </a>{' '}
      and the{' '}
      <a className="text-link" href="/terms" rel="noopener" target="_blank">
        terms of use<span className="sr-only"> (opens in a new tab)</span>
      </a>
      .
    </p>
  );
}
