import type { FileKind } from '#contract/endpoint.ts';
import { files } from '#contract/messages/files.ts';
import { Refusal } from './errors.ts';
import { type Family, familyOf, headBytes } from './uploads-heads.ts';
import { isPicture, type Limits } from './uploads-kinds.ts';
import { OleCheck } from './uploads-ole.ts';
import { TextCheck } from './uploads-text.ts';

const tailBytes = 2048;
const megabyte = 1024 * 1024;

/** 415 at the file's field. */
export function wrongKind({ field, kinds }: Limits, sentence = files.wrongKind(kinds)): Refusal {
  return new Refusal(415, sentence, { fields: { [field]: sentence } });
}

function tooLarge({ field }: Limits, most: number): Refusal {
  const sentence = files.tooLarge(Math.floor(most / megabyte));
  return new Refusal(413, sentence, { fields: { [field]: sentence } });
}

/** Kinds that a family can turn out to be. */
function kindsOf(family: Family | null): readonly FileKind[] {
  switch (family) {
    case 'ole':
      return ['doc', 'xls', 'ppt'];
    case 'zip':
      return ['docx', 'xlsx', 'pptx'];
    case 'heic':
    case 'svg':
    case 'markup':
    case null:
      return [];
    default:
      return [family];
  }
}

/** Judges one file piece by piece, by its bytes alone; throws a Refusal (413, 415) as soon as it is certain. */
export class Judge {
  size = 0;
  readonly #rule: Limits;
  #head: Buffer = Buffer.alloc(0);
  #tail: Buffer = Buffer.alloc(0);
  #family: Family | null | undefined;
  #possible: readonly FileKind[];
  #most: number;
  readonly #text = new TextCheck();
  readonly #ole = new OleCheck();

  constructor(rule: Limits) {
    this.#rule = rule;
    this.#possible = rule.kinds;
    this.#most = Math.max(...rule.kinds.map(rule.mostBytes));
  }

  push(piece: Buffer): void {
    this.size += piece.length;
    if (this.#family === undefined) {
      this.#head = Buffer.concat([this.#head, piece.subarray(0, headBytes - this.#head.length)]);
      if (this.#head.length === headBytes) this.#decide();
    }
    if (this.size > this.#most) throw tooLarge(this.#rule, this.#most);
    // Whatever has not been told apart yet may still be either.
    if (this.#family === 'text' || this.#family === undefined) this.#text.push(piece);
    if (this.#family === 'ole' || this.#family === undefined) this.#ole.push(piece);
    if (this.#family === 'text' && !this.#text.isPossible) throw wrongKind(this.#rule);
    if (this.#family === 'pdf' || this.#family === undefined) this.#keepTail(piece);
  }

  /** After the last piece: its kind, or 'zip', which only its list of entries can tell. */
  end(): FileKind | 'zip' {
    if (this.#family === undefined) this.#decide();
    if (this.#family === 'zip') return 'zip';
    const [kind] = this.#possible;
    if (kind === 'pdf' && !this.#tail.includes('%%EOF')) {
      throw wrongKind(this.#rule, files.brokenPdf);
    }
    if (kind === 'text' && !this.#text.isText) throw wrongKind(this.#rule);
    if (this.#family === 'ole') return this.#oleKind();
    if (kind === undefined) throw wrongKind(this.#rule);
    return kind;
  }

  #keepTail(piece: Buffer): void {
    const end = piece.length < tailBytes ? Buffer.concat([this.#tail, piece]) : piece;
    this.#tail = Buffer.from(end.subarray(-tailBytes));
  }

  #oleKind(): FileKind {
    if (this.#ole.isLocked) throw wrongKind(this.#rule, files.locked);
    if (this.#ole.hasMacros) throw wrongKind(this.#rule, files.macros);
    const { kind } = this.#ole;
    if (kind === null || !this.#possible.includes(kind)) throw wrongKind(this.#rule);
    return kind;
  }

  #decide(): void {
    const family = familyOf(this.#head);
    const { kinds } = this.#rule;
    this.#family = family;
    this.#possible = kindsOf(family).filter((kind) => kinds.includes(kind));
    this.#most = Math.max(...this.#possible.map(this.#rule.mostBytes));
    if (this.#possible.length > 0) return;
    if (kinds.some(isPicture) && family === 'heic') throw wrongKind(this.#rule, files.heic);
    if (kinds.some(isPicture) && family === 'svg') throw wrongKind(this.#rule, files.svg);
    if (kinds.includes('text') && family === 'markup') throw wrongKind(this.#rule, files.markup);
    throw wrongKind(this.#rule);
  }
}
