/** Downloads a link of the server as its file. The browser saves it as it arrives, and stays on the page when the server refuses. */
export function download(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  link.click();
}

/** Downloads a text as a CSV file. */
export function downloadCsv(fileName: string, text: string): void {
  // Without U+FEFF Excel misreads accented letters.
  const url = URL.createObjectURL(new Blob([`\uFEFF${text}`], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Some browsers start reading only after the click event.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
