import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
} from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';
import type { Role } from '#contract/wire/access.ts';

/** What a token carries; `exp` and `iat` in seconds since 1970. */
export interface TokenPayload {
  sub: string;
  username: string;
  role: Role;
  jti: string;
  iat: number;
  exp: number;
}

const issuer = 'headrack';
/** Tokens in memory, about 1 kB each. */
const maxVerified = 2_000;

/** Signs and verifies session tokens and file links; does not know which sessions have ended. */
export class Tokens {
  readonly #sign: (payload: object) => string;
  readonly #verify: (token: string) => TokenPayload;
  readonly #linkKey: Buffer;
  readonly #sessionKey: Buffer;
  readonly #handleKey: Buffer;
  readonly #secretKey: Buffer;
  /** Payloads of tokens whose signature was right, by token; the oldest is dropped first. */
  readonly #verified = new Map<string, TokenPayload>();
  readonly hours: number;

  constructor(secret: string, hours: number) {
    this.hours = hours;
    this.#sign = createSigner({ key: secret, algorithm: 'HS256', iss: issuer });
    this.#verify = createVerifier({
      key: secret,
      algorithms: ['HS256'],
      checkTyp: 'JWT',
      allowedIss: issuer,
      // Ours have none.
      allowedAud: issuer,
      requiredClaims: ['exp', 'iat', 'iss', 'jti', 'sub'],
      // `read` checks it against the server's clock.
      ignoreExpiration: true,
    });
    this.#linkKey = createHmac('sha256', secret).update('file links').digest();
    const derive = (use: string) => Buffer.from(hkdfSync('sha256', secret, '', use, 32));
    this.#sessionKey = derive('headrack session ids');
    this.#handleKey = derive('headrack passkey user handles');
    this.#secretKey = derive('headrack stored secrets');
  }

  /** Issues a token that expires after `hours`. */
  issue(
    user: { userId: number; username: string; role: Role },
    now: Date,
  ): { token: string; payload: TokenPayload } {
    const iat = Math.floor(now.getTime() / 1000);
    const payload: TokenPayload = {
      sub: String(user.userId),
      username: user.username,
      role: user.role,
      jti: randomUUID(),
      iat,
      exp: iat + this.hours * 3600,
    };
    return { token: this.#sign(payload), payload };
  }

  /** Returns the payload of an unexpired token of ours, otherwise null. */
  read(token: string, now: Date): TokenPayload | null {
    const payload = this.#verified.get(token) ?? this.#check(token);
    return payload && payload.exp * 1000 > now.getTime() ? payload : null;
  }

  /** The payload of a token that we signed, expired or not. */
  #check(token: string): TokenPayload | null {
    // Ours are shorter.
    if (token.length > 4096 || !hasExactSignature(token)) return null;
    try {
      const payload = this.#verify(token);
      if (!isTyped(payload)) return null;
      this.#verified.set(token, payload);
      if (this.#verified.size > maxVerified) {
        const [oldest = ''] = this.#verified.keys();
        this.#verified.delete(oldest);
      }
      return payload;
    } catch {
      return null;
    }
  }

  /** Returns the signature of a link, base64url. */
  sign(text: string): string {
    return createHmac('sha256', this.#linkKey).update(text).digest('base64url');
  }

  verify(text: string, signature: string): boolean {
    const [expected, actual] = [Buffer.from(this.sign(text)), Buffer.from(signature)];
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }

  /** The id by which a session is named on the wire: it tells nothing about the token. Positive, 31 bits. */
  sessionId(jti: string): number {
    const bits = createHmac('sha256', this.#sessionKey).update(jti).digest().readUInt32BE();
    return bits >>> 1 || 1;
  }

  /** The id under which authenticators know an account, base64url: the same for each of its passkeys. */
  userHandle(userId: number): string {
    return createHmac('sha256', this.#handleKey).update(String(userId)).digest('base64url');
  }

  /** Encrypts a stored secret (AES-256-GCM). `owner` names its row: elsewhere it can't be decrypted. */
  encrypt(text: string, owner: string): string {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#secretKey, iv).setAAD(Buffer.from(owner));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
  }

  /** Encrypts a one-time code for a stored reply, so that a repeated call gets the same one. */
  encryptCode(code: string, owner: string): string {
    return this.encrypt(code, `code of ${owner}`);
  }

  /** Decrypts a code of `encryptCode`; throws under another token secret. */
  decryptCode(encryptedCode: string, owner: string): string {
    const code = this.decrypt(encryptedCode, `code of ${owner}`);
    if (code === null) throw new Error('the code was stored under another token secret');
    return code;
  }

  /** Decrypts a stored secret; null when it was changed, or encrypted under another token secret. */
  decrypt(encrypted: string, owner: string): string | null {
    const bytes = Buffer.from(encrypted, 'base64url');
    try {
      const decipher = createDecipheriv('aes-256-gcm', this.#secretKey, bytes.subarray(0, 12), {
        authTagLength: 16,
      });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(12, 28));
      return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return null;
    }
  }
}

/** Base64url ignores the last bits of a signature, so that four spellings of a token would be valid. */
function hasExactSignature(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

function isTyped({ sub, jti, exp }: Record<keyof TokenPayload, unknown>): boolean {
  return typeof sub === 'string' && typeof jti === 'string' && typeof exp === 'number';
}
