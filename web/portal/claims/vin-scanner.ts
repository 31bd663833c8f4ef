import { isVin, plainVin } from '#contract/rules/vin.ts';

interface Detector {
  detect: (image: ImageBitmap) => Promise<{ rawValue: string }[]>;
}

type DetectorClass = new (options: { formats: readonly string[] }) => Detector;

/** Labels in door frames and behind windshields have one of these. */
const formats = ['code_39', 'code_128', 'data_matrix', 'qr_code'];

function detectorClass(): DetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
}

/** Whether this browser reads barcodes. */
export function canScan(): boolean {
  return detectorClass() !== undefined;
}

/** The first VIN in the text of a barcode; null for none. */
export function vinIn(text: string): string | null {
  const plain = plainVin(text);
  for (let start = 0; start + 17 <= plain.length; start += 1) {
    const part = plain.slice(start, start + 17);
    if (isVin(part)) return part;
  }
  return null;
}

/** Reads the VIN from a photo of its barcode; null when there is none. */
export async function scanVin(photo: File): Promise<string | null> {
  const BarcodeDetector = detectorClass();
  if (!BarcodeDetector) return null;
  const image = await createImageBitmap(photo);
  try {
    const found = await new BarcodeDetector({ formats }).detect(image);
    return found.map(({ rawValue }) => vinIn(rawValue)).find((vin) => vin !== null) ?? null;
  } finally {
    image.close();
  }
}
