import { type FileKind, type UploadRule, videoBytes } from '#contract/endpoint.ts';
import { type PictureKind, pictureKinds } from './uploads-picture-limits.ts';

interface Kind {
  mediaType: string;
  /** Of its key, so also what a browser saves it as when it has no name. */
  extension: string;
}

const office = 'application/vnd.openxmlformats-officedocument';

/** What each kind of file is served as. */
export const kinds: Readonly<Record<FileKind, Kind>> = {
  pdf: { mediaType: 'application/pdf', extension: 'pdf' },
  doc: { mediaType: 'application/msword', extension: 'doc' },
  docx: { mediaType: `${office}.wordprocessingml.document`, extension: 'docx' },
  xls: { mediaType: 'application/vnd.ms-excel', extension: 'xls' },
  xlsx: { mediaType: `${office}.spreadsheetml.sheet`, extension: 'xlsx' },
  ppt: { mediaType: 'application/vnd.ms-powerpoint', extension: 'ppt' },
  pptx: { mediaType: `${office}.presentationml.presentation`, extension: 'pptx' },
  text: { mediaType: 'text/plain', extension: 'txt' },
  png: { mediaType: 'image/png', extension: 'png' },
  jpeg: { mediaType: 'image/jpeg', extension: 'jpg' },
  webp: { mediaType: 'image/webp', extension: 'webp' },
  avif: { mediaType: 'image/avif', extension: 'avif' },
  gif: { mediaType: 'image/gif', extension: 'gif' },
  mp4: { mediaType: 'video/mp4', extension: 'mp4' },
};

/** Pictures, which are never stored as they came. */
export function isPicture(kind: FileKind): kind is PictureKind {
  return (pictureKinds as readonly FileKind[]).includes(kind);
}

/** An upload rule whose limit is known: in bytes for each kind that is taken. */
export interface Limits extends UploadRule {
  mostBytes: (kind: FileKind) => number;
}

/** The rule with its limits; `usualBytes` is UPLOAD_MB in bytes. */
export function withLimits(rule: UploadRule, usualBytes: number): Limits {
  const { maxBytes } = rule;
  const mostBytes = (kind: FileKind) => {
    if (maxBytes !== 'usual') return maxBytes;
    return kind === 'mp4' ? Math.max(videoBytes, usualBytes) : usualBytes;
  };
  return { ...rule, mostBytes };
}
