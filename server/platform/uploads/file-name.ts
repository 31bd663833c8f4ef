// Controls, line separators and bidirectional marks (`fdp.exe`), but not the joiners inside words and emoji.
const unwantedCharacters = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd\ufffe\uffff]/gu;
// Extensions that an operating system executes on open, whatever the content.
const executableExtension =
  /\.(?:apk|app|appref-ms|bat|bin|chm|cmd|com|command|cpl|desktop|dll|dmg|exe|hta|html?|img|iso|jar|js|jse|lnk|mht|mhtml|msc|msi|msix|msp|pif|pl|ps1|psm1|py|rb|reg|scf|scr|settingcontent-ms|sh|shtml|svgz?|url|vbe?|vbs|vhdx?|website|wsf|wsh|xht|xhtml|xll|xml|xsl)[\s.]*$/i;

/**
 * Sanitizes a file name: no folders or control characters, at most 200 characters.
 * An executable extension gets the detected type's extension appended.
 */
export function cleanFileName(name: string, extension: string): string {
  // Browsers percent-encode quotes and line breaks, nothing else (HTML's multipart/form-data).
  const sent = name.replace(/%(?:22|0d|0a)/gi, (code) => decodeURIComponent(code));
  const last = sent.slice(Math.max(sent.lastIndexOf('/'), sent.lastIndexOf('\\')) + 1);
  const clean = last.toWellFormed().replace(unwantedCharacters, '').replace(/\s+/g, ' ').trim();
  if (clean === '' || /^[.\u200c\u200d]+$/.test(clean)) return `file.${extension}`;
  // Also when only the shortened name has it.
  const short = shortened(clean);
  return executableExtension.test(short) ? shortened(`${short}.${extension}`) : short;
}

function shortened(name: string): string {
  if (name.length <= 200) return name;
  // Keep the extension.
  const suffix = /\.[a-z0-9]{1,5}$/i.exec(name)?.[0] ?? '';
  const start = name.slice(0, 200 - suffix.length).toWellFormed();
  return (start.replaceAll('\ufffd', '') + suffix).trimEnd();
}
