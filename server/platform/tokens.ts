import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { createSigner, createVerifier } from 'fast-jwt';
import type { Role } from '#contract/access.ts';
import type { TokenPayload } from '#contract/session.ts';

const issuer = 'headrack';

/** Signs and checks session tokens and file links; knows nothing of sessions that have ended. */
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
      // The server's own clock decides, in `read`.
      ignoreExpiration: true,
    });
    this.#linkKey = createHmac('sha256', secret).update('file links').digest();
  }

  /** A new token of `hours` from now. */
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

  /** The payload of a token that we signed and that has not run out, else null. */
  read(token: string, now: Date): TokenPayload | null {
    // A longer one is not ours: do not spend time on it.
    if (token.length > 4096) return null;
    try {
      const payload = this.#verify(token);
      return payload.exp * 1000 > now.getTime() ? payload : null;
    } catch {
      return null;
    }
  }

  /** Seal of a link: that text, nobody else's. */
  seal(text: string): string {
    return createHmac('sha256', this.#linkKey).update(text).digest('base64url');
  }

  /** Whether the seal is that text's. */
  isSeal(text: string, seal: string): boolean {
    const [right, given] = [Buffer.from(this.seal(text)), Buffer.from(seal)];
    return right.length === given.length && timingSafeEqual(right, given);
  }
}
