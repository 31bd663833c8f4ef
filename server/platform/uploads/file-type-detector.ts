import { files } from '#contract/messages/files.ts';
import {
  type FileFamily,
  fileFamilyOf,
  headBytes,
  kindsOfFamily,
  wrongFamily,
} from '#contract/wire/file-family.ts';
import type { FileKind } from '#contract/wire/file-kinds.ts';
import { fieldError } from '../runtime/errors.ts';
import type { UploadLimits } from './file-kinds.ts';
import { OleDetector } from './ole-detector.ts';
import { TextDetector } from './text-detector.ts';

const tailBytes = 2048;
const megabyte = 1024 * 1024;

/** 415 on the file's field. */
export function unsupportedType(rule: UploadLimits, message = files.wrongKind(rule.kinds)) {
  return fieldError('unsupported_media_type', rule.field, message);
}

/** Detects a file's type chunk by chunk, by its bytes alone; its name chooses the error message. Throws an HttpError (413, 415) as early as possible. */
export class FileTypeDetector {
  size = 0;
  readonly #rule: UploadLimits;
  readonly #name: string;
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #family: FileFamily | null | undefined;
  #possible: readonly FileKind[];
  #maxBytes: number;
  readonly #text: TextDetector;
  readonly #ole = new OleDetector();

  constructor(rule: UploadLimits, name: string) {
    this.#rule = rule;
    this.#name = name;
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
    if (this.#family === 'text' && !this.#text.isPossible) throw this.#wrongFamily();
    if (this.#family === 'pdf' || this.#family === undefined) this.#keepTail(chunk);
  }

  /**
   * Call after the last chunk. Returns the kind; 'zip', whose content types determine the kind; or 'odd-pdf', which is
   * a PDF if it opens.
   */
  end(): FileKind | 'zip' | 'odd-pdf' {
    if (this.#family === undefined) this.#decide();
    if (this.#family === 'zip') return 'zip';
    const [kind] = this.#possible;
    const isUsualPdf = () => this.#head.indexOf('%PDF-') === 0 && this.#tail.includes('%%EOF');
    if (kind === 'pdf' && !isUsualPdf()) return 'odd-pdf';
    if (kind === 'text' && !this.#text.isText) throw this.#wrongFamily();
    if (this.#family === 'ole') return this.#oleKind();
    if (kind === undefined) throw this.#wrongFamily();
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
    if (kind === null || !this.#possible.includes(kind)) throw this.#wrongFamily();
    return kind;
  }

  #wrongFamily(): Error {
    const message = wrongFamily(this.#family ?? null, this.#rule.kinds, this.#name);
    return unsupportedType(this.#rule, message);
  }

  #decide(): void {
    const family = fileFamilyOf(this.#head);
    const { kinds } = this.#rule;
    this.#family = family;
    this.#possible = kindsOfFamily(family).filter((kind) => kinds.includes(kind));
    // A password makes a DOCX or XLSX an OLE file.
    const mayBeLocked =
      family === 'ole' && kindsOfFamily('zip').some((kind) => kinds.includes(kind));
    if (this.#possible.length === 0 && !mayBeLocked) throw this.#wrongFamily();
    const limited = this.#possible.length > 0 ? this.#possible : kinds;
    this.#maxBytes = Math.max(...limited.map(this.#rule.maxBytesFor));
  }
}
