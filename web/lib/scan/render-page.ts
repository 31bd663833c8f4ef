/** Runs in a web worker: pictures of photos and of straightened pages. */
import { applyLook } from './contrast.ts';
import { findSheet } from './find-sheet.ts';
import { mapQuad, type Size, turnQuad } from './geometry.ts';
import type { PageInput, Photo } from './scan-messages.ts';
import { straighten, straightSize } from './straighten.ts';

/** Pixels on the longer side of a photo that is kept: a Letter page in it has about 200 dots per inch. */
const photoSide = 2600;
/** Pixels on the longer side of the photo in which the sheet is searched. */
const searchSide = 400;

function within({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height));
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
}

function canvasOf({ width, height }: Size) {
  const canvas = new OffscreenCanvas(width, height);
  // The pixels are read, which a graphics card is slow at.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null) throw new Error('The browser has no memory for a canvas.');
  context.imageSmoothingQuality = 'high';
  return { canvas, context };
}

/** Frees the pixels at once: ten photos fill the memory of a phone before the browser collects them. */
export function free(picture: ImageBitmap | OffscreenCanvas): void {
  if (picture instanceof ImageBitmap) picture.close();
  else picture.width = 0;
}

/** Draws the picture on a canvas of its own. */
function drawn(picture: ImageBitmap | OffscreenCanvas, side: number) {
  const made = canvasOf(within(picture, side));
  const { width, height } = made.canvas;
  // A transparent picture gets a white ground, as on paper.
  made.context.fillStyle = '#fff';
  made.context.fillRect(0, 0, width, height);
  made.context.drawImage(picture, 0, 0, width, height);
  return made;
}

/** The pixels of a picture, which is freed. */
function pixelsOf(picture: ImageBitmap | OffscreenCanvas, side: number): ImageData {
  const { canvas, context } = drawn(picture, side);
  free(picture);
  const pixels = context.getImageData(0, 0, canvas.width, canvas.height);
  free(canvas);
  return pixels;
}

function jpegOf(canvas: OffscreenCanvas, quality: number): Promise<Blob> {
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

/** Reads a photo; rejects when it is none. */
export async function readPhoto(file: Blob): Promise<Photo> {
  // Upright: the browser applies the EXIF orientation.
  const picture = await createImageBitmap(file);
  const { canvas } = drawn(picture, photoSide);
  free(picture);
  const { width, height } = canvas;
  const blob = await jpegOf(canvas, 0.9);
  return { blob, width, height, sheet: findSheet(pixelsOf(canvas, searchSide)) };
}

/** The straightened page, with at most `side` pixels on its longer side. */
export async function renderPage(page: PageInput, side: number): Promise<OffscreenCanvas> {
  const { corners, turns, look, photo } = page;
  // A little more than needed: the page covers most of its photo.
  const source = pixelsOf(await createImageBitmap(photo.blob), side * 1.6);
  const quad = mapQuad(turnQuad(corners, turns), ({ x, y }) => ({
    x: x * source.width,
    y: y * source.height,
  }));
  const pixels = straighten(source, quad, straightSize(quad, source, side));
  applyLook(pixels, look);
  const { canvas, context } = canvasOf(pixels);
  context.putImageData(new ImageData(pixels.data, pixels.width, pixels.height), 0, 0);
  return canvas;
}

/** A rendered page as JPEG, smaller when `side` is. */
export async function encodePage(
  page: OffscreenCanvas,
  side: number,
  quality: number,
): Promise<Blob> {
  if (side >= Math.max(page.width, page.height)) return jpegOf(page, quality);
  const { canvas } = drawn(page, side);
  const blob = await jpegOf(canvas, quality);
  free(canvas);
  return blob;
}
