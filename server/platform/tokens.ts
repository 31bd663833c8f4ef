import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';
import type { Role } from '#contract/access.ts';
import type { TokenPayload } from '#contract/session.ts';

const issuer = 'headrack';

/** Signs and verifies session tokens and file links; does not know which sessions have ended. */
export class Tokens {
  readonly #sign: (payload: object) => string;
  readonly #verify: (token: string) => TokenPayload;
  readonly #linkKey: Buffer;
  readonly hours: number;

  constructor(secret: string, hours: number) {
    this.hours = hours;
    this.#sign = createSigner({ key: secret, algorithm: 'HS256', iss: issuer });
    this.#verify = createVerifier({
      key: secret,
      algorithms: ['HS256'],
      allowedIss: issuer,
      requiredClaims: ['exp', 'iat', 'jti', 'sub'],
      // `read` checks it against the server's clock.
      ignoreExpiration: true,
    });
    this.#linkKey = createHmac('sha256', secret).update('file links').digest();
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
    // Ours are shorter.
    if (token.length > 4096) return null;
    try {
      const payload = this.#verify(token);
      return payload.exp * 1000 > now.getTime() ? payload : null;
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
}
