import { exifSegment, findExif, readCameraTime } from '#contract/wire/exif.ts';
import type { DecodedPicture } from './heic-worker.ts';

/**
 * Returns the picture as a JPEG file of the same name that keeps the time when it was taken; rejects when it can't be
 * decoded. `signal` ends the decoder.
 */
export async function heicToJpeg(file: File, signal?: AbortSignal): Promise<File> {
  const heic = await file.arrayBuffer();
  const exif = findExif(new Uint8Array(heic));
  const taken = exif && readCameraTime(exif);
  const { width, height, data } = await decode(heic, signal);
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0);
  const jpeg = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', 0.9),
  );
  if (jpeg === null) throw new Error('The browser wrote no JPEG.');
  const name = `${file.name.replace(/\.[^.]*$/, '')}.jpg`;
  const parts = taken?.time ? withSegment(jpeg, exifSegment(taken)) : [jpeg];
  return new File(parts, name, { type: 'image/jpeg', lastModified: file.lastModified });
}

/** The parts of a JPEG with that segment behind the marker at its start. */
function withSegment(jpeg: Blob, segment: Uint8Array<ArrayBuffer>): BlobPart[] {
  return [jpeg.slice(0, 2), segment, jpeg.slice(2)];
}

/** Runs the decoder in a worker that ends with its picture: it takes seconds and hundreds of megabytes. */
function decode(bytes: ArrayBuffer, signal?: AbortSignal): Promise<DecodedPicture> {
  signal?.throwIfAborted();
  const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), { type: 'module' });
  const decoded = new Promise<DecodedPicture>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<DecodedPicture | null>) =>
      data === null ? reject(new Error('This is no HEIC picture.')) : resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
    signal?.addEventListener('abort', () => reject(signal.reason));
    worker.postMessage(bytes, [bytes]);
  });
  return decoded.finally(() => worker.terminate());
}
