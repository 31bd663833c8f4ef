import { pictureKinds } from '#contract/files.ts';
import { type UploadRule, videoBytes } from '#contract/wire/endpoint.ts';
import type { FileKind } from '#contract/wire/file-kinds.ts';

interface Kind {
  mediaType: string;
  /** Of its storage key, and so of the saved file when it has no name. */
  extension: string;
}

export type PictureKind = (typeof pictureKinds)[number];

const office = 'application/vnd.openxmlformats-officedocument';

/** How each kind of file is served. */
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

/** Images are re-encoded, never stored as they came. */
export function isPicture(kind: FileKind): kind is PictureKind {
  return (pictureKinds as readonly FileKind[]).includes(kind);
}

/** An upload rule with the limit in bytes for each kind. */
export interface UploadLimits extends UploadRule {
  maxBytesFor: (kind: FileKind) => number;
}

/** Resolves a rule's limits; `usualBytes` is UPLOAD_MB in bytes. */
export function withLimits(rule: UploadRule, usualBytes: number): UploadLimits {
  const { maxBytes } = rule;
  const maxBytesFor = (kind: FileKind) => {
    if (maxBytes !== 'usual') return maxBytes;
    return kind === 'mp4' ? Math.max(videoBytes, usualBytes) : usualBytes;
  };
  return { ...rule, maxBytesFor };
}
