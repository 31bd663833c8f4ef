import { createECDH, hkdfSync } from 'node:crypto';
import { madeOnce } from '../secrets.ts';

/** A VAPID key pair (P-256), both as base64url of the raw bytes. */
export interface PushKey {
  publicKey: string;
  privateKey: string;
}

/** How many private keys there are, of P-256. */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * The company's key: it follows from the token secret where that is given, so that every node has the same one,
 * else from a secret of its own that is made once in the data folder.
 */
export function pushKey(tokenSecret: string | null, dataDir: string): PushKey {
  const secret = tokenSecret ?? madeOnce(dataDir, 'push-key');
  // With 128 bits to spare, so that each key is as likely as any other (FIPS 186-5, A.2.1).
  const bits = Buffer.from(hkdfSync('sha256', secret, '', 'headrack web push', 48));
  const number = (BigInt(`0x${bits.toString('hex')}`) % (order - 1n)) + 1n;
  const privateKey = Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(privateKey);
  return {
    publicKey: pair.getPublicKey('base64url'),
    privateKey: privateKey.toString('base64url'),
  };
}
