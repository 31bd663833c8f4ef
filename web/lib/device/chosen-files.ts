/** Sets the files of a control, so that it shows their names. */
export function setFiles(input: HTMLInputElement, files: readonly File[]): void {
  const taken = new DataTransfer();
  for (const file of files) taken.items.add(file);
  input.files = taken.files;
}

/** Chooses files as the browser's own dialog does: with its events, and with the focus on the control. */
export function chooseFiles(input: HTMLInputElement, files: readonly File[]): void {
  setFiles(input, files);
  for (const type of ['input', 'change']) input.dispatchEvent(new Event(type, { bubbles: true }));
  input.focus();
}
