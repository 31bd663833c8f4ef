/** Runs in a web worker: decodes the bytes of a HEIC file; posts null when it can't. */
import * as libheif from 'libheif-js/libheif/libheif.js';

/** The upright pixels of a picture, for `ImageData`. */
export interface DecodedPicture {
  width: number;
  height: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

interface HeicImage {
  get_width(): number;
  get_height(): number;
  /** Calls back with null on failure. */
  display(into: DecodedPicture, done: (picture: DecodedPicture | null) => void): void;
}

/** The library's types leave its decoder out. */
interface Decoder {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeicImage[] };
}

async function decode(bytes: ArrayBuffer): Promise<DecodedPicture | null> {
  const open = libheif.default as unknown as () => Decoder;
  const { HeifDecoder } = open();
  const [image] = new HeifDecoder().decode(new Uint8Array(bytes));
  if (!image) return null;
  const width = image.get_width();
  const height = image.get_height();
  const data = new Uint8ClampedArray(width * height * 4);
  return new Promise((resolve) => image.display({ width, height, data }, resolve));
}

addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  decode(data).then(
    (picture) => postMessage(picture),
    () => postMessage(null),
  );
});
