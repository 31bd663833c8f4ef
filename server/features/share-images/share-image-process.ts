/**
 * Draws the picture of a shared link: the carrier of `card.png` under the page's own words. In a process of its own: in
 * the server the libraries would keep 100 MB.
 */
import { join } from 'node:path';
import sharp, { type OverlayOptions } from 'sharp';
import { root } from '../../platform/runtime/root.ts';
import { answerRequests } from '../../platform/sandbox/answer-requests.ts';

export interface ShareText {
  /** Above the title, such as the company's name. */
  kicker: string;
  title: string;
  /** Below it, such as place and pay; may be empty. */
  detail: string;
}

export interface ShareImage {
  base64: string;
}

const folder = join(root, 'server/features/share-images');
/** Made by scripts/make-font.ts. The comma keeps Pango from taking a part of the name for the weight. */
const font = { file: join(folder, 'archivo.ttf'), name: 'Archivo SemiBold,' };

const ink = '#12161c';
const slate = '#4c5a67';
const left = 65;
const width = 1070;

/** The signs of the font. */
const known =
  /[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u2026\u2022\u0131\u0152\u0153]/u;
/** Letters with a stroke, which Unicode doesn't decompose. */
const struck: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd' };

function drawableSign(sign: string): string {
  if (known.test(sign)) return sign;
  const parts = [...sign.normalize('NFKD')].map((part) => struck[part] ?? part);
  return parts.filter((part) => known.test(part)).join('');
}

/**
 * The text in signs of the font, as there is no other: letters without their accent, no emoji. A text with other letters
 * would lose its meaning, so that nothing of it is drawn.
 */
function drawable(text: string): string {
  const signs = [...text.normalize('NFC').replace(/\s+/g, ' ')];
  const drawn = signs.map(drawableSign);
  if (signs.some((sign, at) => /\p{L}/u.test(sign) && drawn[at] === '')) return '';
  return drawn.join('').replace(/ +/g, ' ').trim();
}

function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

interface Line {
  text: string;
  color: string;
  /** Pixels; a text that doesn't fit into `height` becomes smaller. */
  size: number;
  top: number;
  height: number;
}

async function layer(line: Line): Promise<OverlayOptions[]> {
  const drawn = drawable(line.text);
  if (drawn === '') return [];
  const text = {
    text: `<span foreground="${line.color}">${escapeMarkup(drawn)}</span>`,
    font: `${font.name} ${line.size}`,
    fontfile: font.file,
    width,
    rgba: true,
    wrap: 'word-char',
  } as const;
  const atSize = await sharp({ text: { ...text, dpi: 72 } })
    .png()
    .toBuffer({ resolveWithObject: true });
  const fits = atSize.info.height <= line.height && atSize.info.width <= width;
  const input = fits
    ? atSize.data
    : await sharp({ text: { ...text, height: line.height } })
        .png()
        .toBuffer();
  return [{ input, left, top: line.top }];
}

/** A PNG of 1200 × 630 pixels. */
async function draw({ kicker, title, detail }: ShareText): Promise<ShareImage> {
  const layers = [
    await layer({ text: kicker, color: slate, size: 32, top: 52, height: 40 }),
    await layer({
      text: drawable(title) || 'Open job',
      color: ink,
      size: 76,
      top: 116,
      height: 190,
    }),
    await layer({ text: detail, color: slate, size: 34, top: 334, height: 44 }),
  ];
  const png = await sharp(join(folder, 'card.png'))
    .composite(layers.flat())
    .png({ palette: true, colors: 64, effort: 4 })
    .toBuffer();
  return { base64: png.toString('base64') };
}

await answerRequests(draw);
