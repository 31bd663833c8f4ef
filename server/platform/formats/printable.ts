/**
 * What the standard fonts of PDF have: Windows-1252, Western European letters with the quotation marks and dashes that
 * keyboards of phones type. Without the soft hyphen, which they draw.
 */
const inFont = /^[\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/;

const pairs = (text: string) => text.split(' ').map((pair) => pair.split('=', 2));

/** What other letters and signs are written as that aren't a letter with marks. */
const written: ReadonlyMap<string, string> = new Map(
  [
    // Latin letters.
    ...pairs('ł=l đ=d ħ=h ŧ=t ŋ=n ı=i ĸ=k ə=e ẞ=SS ɫ=l ɨ=i ʼ=’ ʻ=‘ ʹ=\' ʺ="'),
    // Signs of measures, routes and lists.
    ...pairs('′=\' ″=" ‴=\'" −=- ‐=- ‑=- ‒=– ―=— ⁄=/ ∕=/ ∗=* ∙=• ⋅=· ≈=~ ∼=~ μ=µ ∅=Ø'),
    ...['≤ <=', '≥ >=', '≠ <>', '→ ->', '← <-', '↔ <->', '⇒ =>'].map((pair) => pair.split(' ')),
    ...pairs('✓=[x] ✔=[x] ☑=[x] ✗=x ✕=x ✖=x ☐=[] ★=* ☆=* ●=• ○=o ◦=• ▪=• ■=• ‣=• ⁃=•'),
    // Cyrillic.
    ...pairs('а=a б=b в=v г=g д=d е=e ё=yo ж=zh з=z и=i й=y к=k л=l м=m н=n о=o п=p р=r с=s т=t'),
    ...pairs('у=u ф=f х=kh ц=ts ч=ch ш=sh щ=shch ъ= ы=y ь= э=e ю=yu я=ya і=i ї=yi є=ye ґ=g'),
    ...pairs('ђ=dj ј=j љ=lj њ=nj ћ=c џ=dz'),
    // Greek.
    ...pairs('α=a β=v γ=g δ=d ε=e ζ=z η=i θ=th ι=i κ=k λ=l ν=n ξ=x ο=o π=p ρ=r σ=s ς=s τ=t υ=y'),
    ...pairs('φ=f χ=ch ψ=ps ω=o'),
  ].map(([sign = '', plain = '']) => [sign, plain]),
);

/** A single sign that the fonts have not: as it is written with those that they have. */
function plainOf(sign: string): string {
  if (inFont.test(sign)) return sign;
  const plain = written.get(sign);
  if (plain !== undefined) return plain;
  const small = sign.toLowerCase();
  const letter = small === sign ? undefined : written.get(small);
  if (letter !== undefined) return letter.charAt(0).toUpperCase() + letter.slice(1);
  if (/\s/u.test(sign)) return ' ';
  // Marks of letters that are written without them, and what no one sees.
  if (/[\p{M}\p{Cf}\p{Cc}]/u.test(sign)) return '';
  const parts = [...sign.normalize('NFKD')];
  return parts.length > 1 || parts[0] !== sign ? parts.map(plainOf).join('') : '?';
}

/** Text as the standard fonts of PDF can show it: what they lack is written with what they have, else as a question mark. */
export function printable(text: string): string {
  return [...text.normalize('NFC')].map(plainOf).join('');
}
