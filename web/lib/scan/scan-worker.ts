/** Runs in a web worker: reads photos, straightens pages and writes the PDF, one task at a time. */
import { fitPages, qualities } from './fit-pages.ts';
import { encodePage, free, readPhoto, renderPage } from './render-page.ts';
import type { PageInput, ScanReply, ScanRequest } from './scan-messages.ts';
import { writePdf } from './write-pdf.ts';

/** Pixels on the longer side of a preview. */
const previewSide = 640;
const fullSide = Math.max(...qualities.map(({ side }) => side));

const reply = (message: ScanReply) => postMessage(message);

async function pdfOf(id: number, pages: readonly PageInput[], maxBytes: number) {
  let rendered: { page: number; canvas: OffscreenCanvas } | null = null;
  const fitted = await fitPages(pages.length, maxBytes, async (page, { side, jpeg }) => {
    if (rendered?.page !== page) {
      reply({ id, page });
      if (rendered) free(rendered.canvas);
      rendered = { page, canvas: await renderPage(pages[page] as PageInput, fullSide) };
    }
    const { canvas } = rendered;
    const blob = await encodePage(canvas, side, jpeg);
    return { size: blob.size, blob, width: canvas.width, height: canvas.height };
  });
  if (fitted === null) return null;
  const written = fitted.map(async ({ blob, width, height }) => ({
    jpeg: await blob.arrayBuffer(),
    width,
    height,
  }));
  const pdf = await writePdf(await Promise.all(written));
  return pdf.size <= maxBytes ? pdf : null;
}

async function outputOf(request: ScanRequest): Promise<unknown> {
  const { id, task, input } = request;
  if (task === 'read') return readPhoto(input);
  if (task === 'preview') return encodePage(await renderPage(input, previewSide), previewSide, 0.8);
  return pdfOf(id, input.pages, input.maxBytes);
}

let last = Promise.resolve();

addEventListener('message', ({ data: request }: MessageEvent<ScanRequest>) => {
  const { id } = request;
  last = last
    .then(() => outputOf(request))
    .then((output) => reply({ id, output }))
    .catch((error: unknown) => reply({ id, error: String(error) }));
});

reply({ id: 0, output: null });
