import {
  type FileFamily,
  fileFamilyOf,
  headBytes,
  kindsOfFamily,
  wrongFamily,
} from '#contract/file-family.ts';
import type { FileKind } from '#contract/file-kinds.ts';
import { files } from '#contract/messages/files.ts';
import { fieldError } from '../errors.ts';
import type { UploadLimits } from './file-kinds.ts';
import { OleDetector } from './ole-detector.ts';
import { TextDetector } from './text-detector.ts';

const tailBytes = 2048;
const megabyte = 1024 * 1024;

/** 415 on the file's field. */
export function unsupportedType(rule: UploadLimits, message = files.wrongKind(rule.kinds)) {
  return fieldError('unsupported_media_type', rule.field, message);
}

/** Detects a file's type chunk by chunk, by its bytes alone. Throws an HttpError (413, 415) as early as possible. */
export class FileTypeDetector {
  size = 0;
  readonly #rule: UploadLimits;
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #family: FileFamily | null | undefined;
  #possible: readonly FileKind[];
  #maxBytes: number;
  readonly #text: TextDetector;
  readonly #ole = new OleDetector();

  constructor(rule: UploadLimits) {
    this.#rule = rule;
    this.#text = new TextDetector(rule.anyEncoding);
    this.#possible = rule.kinds;
    this.#maxBytes = Math.max(...rule.kinds.map(rule.maxBytesFor));
  }

  push(chunk: Buffer): void {
    this.size += chunk.length;
    if (this.#family === undefined) {
      this.#head = Buffer.concat([this.#head, chunk.subarray(0, headBytes - this.#head.length)]);
      if (this.#head.length === headBytes) this.#decide();
    }
    if (this.size > this.#maxBytes) {
      const message = files.tooLarge(Math.floor(this.#maxBytes / megabyte));
      throw fieldError('payload_too_large', this.#rule.field, message);
    }
    // Until the head is complete, the file may still be any of these.
    if (this.#family === 'text' || this.#family === undefined) this.#text.push(chunk);
    if (this.#family === 'ole' || this.#family === undefined) this.#ole.push(chunk);
    if (this.#family === 'text' && !this.#text.isPossible) throw unsupportedType(this.#rule);
    if (this.#family === 'pdf' || this.#family === undefined) this.#keepTail(chunk);
  }

  /** Call after the last chunk. Returns the kind, or 'zip', whose central directory determines the kind. */
  end(): FileKind | 'zip' {
    if (this.#family === undefined) this.#decide();
    if (this.#family === 'zip') return 'zip';
    const [kind] = this.#possible;
    if (kind === 'pdf' && !this.#tail.includes('%%EOF')) {
      throw unsupportedType(this.#rule, files.brokenPdf);
    }
    if (kind === 'text' && !this.#text.isText) throw unsupportedType(this.#rule);
    if (this.#family === 'ole') return this.#oleKind();
    if (kind === undefined) throw unsupportedType(this.#rule);
    return kind;
  }

  #keepTail(chunk: Buffer): void {
    const end = chunk.length < tailBytes ? Buffer.concat([this.#tail, chunk]) : chunk;
    this.#tail = Buffer.from(end.subarray(-tailBytes));
  }

  #oleKind(): FileKind {
    if (this.#ole.isLocked) throw unsupportedType(this.#rule, files.locked);
    if (this.#ole.hasMacros) throw unsupportedType(this.#rule, files.macros);
    const { kind } = this.#ole;
    if (kind === null || !this.#possible.includes(kind)) throw unsupportedType(this.#rule);
    return kind;
  }

  #decide(): void {
    const family = fileFamilyOf(this.#head);
    const { kinds } = this.#rule;
    this.#family = family;
    this.#possible = kindsOfFamily(family).filter((kind) => kinds.includes(kind));
    this.#maxBytes = Math.max(...this.#possible.map(this.#rule.maxBytesFor));
    if (this.#possible.length > 0) return;
    throw unsupportedType(this.#rule, wrongFamily(family, kinds));
  }
}
