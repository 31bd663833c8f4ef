/** The control of the first error that a form shows: the invalid one, or for an error of a group its first control. */
function firstInvalid(form: HTMLFormElement): HTMLElement | undefined {
  const marks = form.querySelectorAll<HTMLElement>('[aria-invalid=true], [data-field-error]');
  for (const mark of marks) {
    const isControl = !('fieldError' in mark.dataset);
    const group = mark.closest('fieldset') ?? mark.parentElement;
    const controls = isControl
      ? [mark]
      : (group?.querySelectorAll<HTMLElement>('input, select, textarea, button') ?? []);
    const control = [...controls].find((one) => one.checkVisibility() && !one.matches(':disabled'));
    if (control) return control;
  }
  return undefined;
}

let stopLast = () => {};

/** Focuses the first error of a form that was submitted, in the order of the page, now or when it comes, until the user goes on. */
function focusErrorsOf(form: HTMLFormElement): void {
  stopLast();
  let focused: HTMLElement | undefined;
  const focus = () => {
    const first = firstInvalid(form);
    if (!first || first === focused) return;
    focused = first;
    first.focus({ preventScroll: true });
    // In the middle, where neither a bar nor the keyboard covers it.
    first.scrollIntoView({ block: 'center' });
  };
  // Screen readers announce an error only if it is rendered before its control gets the focus.
  const soon = () => requestAnimationFrame(focus);
  const errors = new MutationObserver(soon);
  errors.observe(form, { childList: true, subtree: true, attributeFilter: ['aria-invalid'] });
  const ending = new AbortController();
  stopLast = () => {
    errors.disconnect();
    ending.abort();
  };
  for (const type of ['keydown', 'pointerdown', 'input']) {
    addEventListener(type, stopLast, { capture: true, signal: ending.signal });
  }
  soon();
}

/** Makes every form focus and show its first error, however it finds it. */
export function watchForms(): void {
  addEventListener(
    'submit',
    ({ target }) => {
      if (target instanceof HTMLFormElement) focusErrorsOf(target);
    },
    { capture: true },
  );
}
