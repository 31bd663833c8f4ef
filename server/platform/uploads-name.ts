// Controls, line separators, and marks that turn the direction of text around (`fdp.exe`).
const unwanted = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd\ufffe\uffff]/gu;

/** The sender's name for a file without folders, controls and surplus, at most 200 characters. */
export function cleanFileName(name: string, extension: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(unwanted, '').replace(/\s+/g, ' ').trim();
  if (clean === '' || /^\.+$/.test(clean)) return `file.${extension}`;
  if (clean.length <= 200) return clean;
  // The end is kept: it says what the file is.
  const suffix = /\.[a-z0-9]{1,5}$/i.exec(clean)?.[0] ?? '';
  return (
    clean
      .slice(0, 200 - suffix.length)
      .toWellFormed()
      .replaceAll('\ufffd', '') + suffix
  );
}
