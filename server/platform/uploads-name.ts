// Controls, line separators, and marks that turn the direction of text around (`fdp.exe`);
// not the joiners within a word or an emoji.
const unwanted = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd\ufffe\uffff]/gu;
// What a computer runs when a person opens it, whatever the file holds.
const runs =
  /\.(?:apk|app|appref-ms|bat|bin|chm|cmd|com|command|cpl|desktop|dll|dmg|exe|hta|html?|img|iso|jar|js|jse|lnk|mht|mhtml|msc|msi|msix|msp|pif|pl|ps1|psm1|py|rb|reg|scf|scr|settingcontent-ms|sh|shtml|svgz?|url|vbe?|vbs|vhdx?|website|wsf|wsh|xht|xhtml|xll|xml|xsl)[\s.]*$/i;

/**
 * The sender's name for a file without folders, controls and surplus, at most 200 characters;
 * one that a computer would run gets the extension of what it is.
 */
export function cleanFileName(name: string, extension: string): string {
  // Browsers write a quote and line breaks so, and nothing else (HTML's multipart/form-data).
  const sent = name.replace(/%(?:22|0d|0a)/gi, (code) => decodeURIComponent(code));
  const last = sent.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = last.replace(unwanted, '').replace(/\s+/g, ' ').trim();
  if (clean === '' || /^[.\u200c\u200d]+$/.test(clean)) return `file.${extension}`;
  return shortened(runs.test(clean) ? `${clean}.${extension}` : clean);
}

function shortened(name: string): string {
  if (name.length <= 200) return name;
  // The end is kept: it says what the file is.
  const suffix = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? '';
  const start = name.slice(0, 200 - suffix.length).toWellFormed();
  return start.replaceAll('\ufffd', '') + suffix;
}
