import { useEffect, useRef, useState } from 'react';
import { t } from '#contract/text/languages.ts';
import type { PageSettings, Photo } from '#web/lib/scan/scan-messages.ts';
import { Scanner } from '#web/lib/scan/scanner.ts';
import { scan } from './messages.ts';

export interface ScanPage extends PageSettings {
  id: number;
  photo: Photo;
}

/** The corners of a page whose edges were not found. */
export const wholePhoto: PageSettings['corners'] = [
  { x: 0, y: 0 },
  { x: 1, y: 0 },
  { x: 1, y: 1 },
  { x: 0, y: 1 },
];

/** The scanner while its dialog is open, and the pages that were read. */
export function useScanPages() {
  const [scanner, setScanner] = useState<Scanner | null>(null);
  const [pages, setPages] = useState<readonly ScanPage[]>([]);
  const [status, setStatus] = useState<string>(scan.loading);
  const [faults, setFaults] = useState<readonly string[]>([]);
  const lastId = useRef(0);

  useEffect(() => {
    const started = new Scanner();
    started.ready.then(
      () => {
        setStatus('');
        setScanner(started);
      },
      () => {
        setStatus('');
        setFaults([scan.notLoaded]);
      },
    );
    return () => started.stop();
  }, []);

  async function add(files: readonly File[]) {
    if (!scanner) return;
    setFaults([]);
    for (const [index, file] of files.entries()) {
      setStatus(scan.reading(index + 1, files.length));
      try {
        const photo = await readPhoto(scanner, file);
        lastId.current += 1;
        const id = lastId.current;
        const corners = photo.sheet ?? wholePhoto;
        setPages((before) => [...before, { id, photo, corners, turns: 0, look: 'document' }]);
      } catch {
        setFaults((before) => [...before, scan.unreadable(file.name)]);
      }
    }
    setStatus('');
  }

  /** Returns the PDF; null when there is none, with the reason in `faults`. */
  async function write(megabytes: number): Promise<File | null> {
    if (!scanner) return null;
    setFaults([]);
    setStatus(scan.writing(1, pages.length));
    try {
      // A little less than the limit, which a file must be under.
      const maxBytes = megabytes * 1_000_000 - 1;
      const onPage = (page: number) => setStatus(scan.writing(page + 1, pages.length));
      const pdf = await scanner.run('pdf', { pages, maxBytes }, onPage);
      if (pdf)
        return new File([pdf], t('Scanned pages.pdf', 'Páginas escaneadas.pdf'), {
          type: 'application/pdf',
        });
      setFaults([scan.tooMany(megabytes)]);
    } catch (error) {
      console.error('The scanned pages could not be written.', error);
      setFaults([scan.notWritten]);
    }
    setStatus('');
    return null;
  }

  return { scanner, pages, setPages, status, faults, add, write };
}

/** Reads a photo; one that only other devices can show is converted first. */
async function readPhoto(scanner: Scanner, file: File): Promise<Photo> {
  try {
    return await scanner.run('read', file);
  } catch (error) {
    // The beginning of a HEIC file, and of videos.
    if ((await file.slice(4, 8).text()) !== 'ftyp') throw error;
    const { heicToJpeg } = await import('#web/lib/device/heic-to-jpeg.ts');
    return scanner.run('read', await heicToJpeg(file, scanner.stopped));
  }
}
