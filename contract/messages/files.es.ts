import type { FileKind } from '../wire/file-kinds.ts';

const names: Readonly<Record<FileKind, readonly [noun: string, ...names: string[]]>> = {
  pdf: ['un archivo', 'PDF'],
  doc: ['un archivo', 'Word'],
  docx: ['un archivo', 'Word'],
  xls: ['un archivo', 'Excel'],
  xlsx: ['un archivo', 'Excel'],
  ppt: ['un archivo', 'PowerPoint'],
  pptx: ['un archivo', 'PowerPoint'],
  text: ['un archivo', 'de texto', 'CSV'],
  png: ['una imagen', 'PNG'],
  jpeg: ['una imagen', 'JPEG'],
  webp: ['una imagen', 'WebP'],
  avif: ['una imagen', 'AVIF'],
  gif: ['una imagen', 'GIF'],
  mp4: ['un video', 'MP4'],
};

function either(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join();
  return `${parts.slice(0, -1).join(', ')} o ${parts.at(-1)}`;
}

/** 'un archivo PDF o Word, una imagen PNG o JPEG o un video MP4'. */
function namesOf(kinds: readonly FileKind[]): string {
  const groups = Map.groupBy(kinds, (kind) => names[kind][0]);
  const phrases = [...groups].map(
    ([noun, group]) =>
      `${noun} ${either([...new Set(group.flatMap((kind) => names[kind].slice(1)))])}`,
  );
  return either(phrases);
}

export const files = {
  uploadCancelled: 'Se canceló la subida. No se guardó nada.',
  notFound: 'No se encontró el archivo o usted no tiene acceso.',
  damaged: 'Este archivo se dañó en nuestro sistema. Pídalo a la oficina o súbalo de nuevo.',
  linkExpired: 'Este enlace venció. Regrese y abra el archivo de nuevo.',
  wrongKind: (kinds: readonly FileKind[]) =>
    `Aquí no se acepta este tipo de archivo. Envíe ${namesOf(kinds)}.`,
  saveAs: (format: string) =>
    `Aquí no se acepta este tipo de archivo. Guárdelo como ${format} y elíjalo de nuevo.`,
  brokenPdf: 'Este PDF está dañado o incompleto. Guárdelo otra vez y envíe el nuevo.',
  brokenOffice: 'Este documento está dañado o incompleto. Guárdelo otra vez y envíe el nuevo.',
  brokenPicture: 'Esta imagen está dañada o incompleta. Envíe otra.',
  macros: 'No se aceptan documentos con macros. Guárdelo sin ellas y envíelo de nuevo.',
  locked: 'Este documento tiene contraseña. Guárdelo sin ella y envíelo de nuevo.',
  packed: 'Este documento es demasiado grande al descomprimirlo. Envíe uno más pequeño.',
  heic: 'No se aceptan imágenes HEIC. Envíe JPEG o PNG. En un iPhone elija Configuración, Cámara, Formatos, Más compatible.',
  heicNotConverted:
    'No se pudo convertir esta imagen HEIC. Guárdela como JPEG o PNG y elíjala de nuevo.',
  converting: (name: string) => `Convirtiendo ${name} a JPEG…`,
  converted: (name: string) => `${name} se convirtió a JPEG en este dispositivo.`,
  misnamed: (extension: string, content: string) =>
    `El nombre de este archivo termina en .${extension}, pero su contenido parece ${content}. ¿Subirlo de todos modos?`,
  unreadable: 'No se pudo leer este archivo. Elíjalo de nuevo.',
  svg: 'No se aceptan imágenes SVG. Envíe JPEG o PNG.',
  markup: 'No se aceptan páginas web ni archivos XML. Envíe un PDF.',
  tooLarge: (megabytes: number) =>
    `Este archivo pesa más de ${megabytes} MB. Envíe uno más pequeño.`,
  tooManyPixels: (megapixels: number) =>
    `Esta imagen tiene más de ${megapixels} megapíxeles. Envíe una más pequeña.`,
  empty: 'Este archivo está vacío. Elija otro.',
  noSuchPart: 'Este archivo no tiene esa parte.',
  missing: 'Seleccione un archivo.',
  notAFile: 'Envíe el archivo mismo en este campo.',
  unexpected: 'Este campo no acepta archivos.',
};
