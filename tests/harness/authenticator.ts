/** A WebAuthn authenticator in software: it makes passkeys (ES256) and answers challenges with them. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** Options of the server, as far as an authenticator reads them. */
export interface Options {
  challenge: string;
  user?: { id: string };
}

interface Circumstances {
  /** Of the page that asks; by default the site's own. */
  origin?: string;
  rpId?: string;
  isUserVerified?: boolean;
}

/** Not exported under a name of its own. */
type CBORType = Parameters<typeof isoCBOR.encode>[0];

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #userHandle = '';
  /** The signature counter; an authenticator without one leaves it at 0. */
  counter = 0;

  #clientData(type: string, challenge: string, origin = 'http://localhost:3000'): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(
    { rpId = 'localhost', isUserVerified = true }: Circumstances,
    attested?: Buffer,
  ): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(this.counter);
    const flags = 0x01 | (isUserVerified ? 0x04 : 0) | (attested ? 0x40 : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested ?? Buffer.alloc(0)]);
  }

  /** The answer to registration options. */
  register({ challenge, user }: Options, at: Circumstances = {}) {
    this.#userHandle = user?.id ?? '';
    const id = Buffer.from(this.id, 'base64url');
    const size = Buffer.alloc(2);
    size.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), size, id, coseKey(this.#keys.publicKey)]);
    const attestation = new Map<string, CBORType>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(this.#authenticatorData(at, attested))],
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge, at.origin).toString(
          'base64url',
        ),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The answer to sign-in options. */
  answer({ challenge }: Options, at: Circumstances = {}) {
    const clientData = this.#clientData('webauthn.get', challenge, at.origin);
    const authenticatorData = this.#authenticatorData(at);
    const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        userHandle: this.#userHandle,
      },
    };
  }
}

/** A P-256 key as COSE (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const map = new Map<number, CBORType>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ]);
  return Buffer.from(isoCBOR.encode(map));
}
