/** Code that is refused, or that a few files alone may have. */
import type { Violation } from './names.ts';
import { type Rule, unsteady } from './unsteady-tests.ts';

const shipped = /^(contract|server|web)\/(?!.*\.(test|spec)\.tsx?$)/;
const ofServer = /^(contract|server)\/(?!.*\.test\.tsx?$)/;
const ofWeb = /^web\/(?!.*\.test\.tsx?$)/;
const any = /^(?!tests\/refused-code\.test\.ts$|scripts\/boundaries\/)/;

const dangerous: Rule[] = [
  {
    pattern:
      /\b(eval|Function|execScript|importScripts)\(|\bset(Timeout|Interval)\(\s*['"`]|'node:vm'/,
    files: any,
    why: 'evaluates text as code',
  },
  {
    pattern: /\bRegExp\(/,
    files: shipped,
    why: 'builds a pattern: of our own text only',
    // Words of the company, labels, letters, names of attributes, and the nonce of a page.
    except: [
      'contract/text/blank-text.ts',
      'contract/text/text-fold.ts',
      'server/platform/http/content-security.ts',
      'server/platform/uploads/office-zip.ts',
    ],
  },
  {
    // `fork` runs Node with a program of the repository.
    pattern:
      /(?<![.\w])exec(Sync)?\(|\bspawnSync\(|\bshell: true|(?<![.\w])(spawn|execFile|fork)\((?!\s*(process\.execPath|join\(root)\b)/,
    files: ofServer,
    why: 'starts a program by other than its path, or with a shell',
  },
  {
    pattern: /\bsql\.raw\(/,
    files: shipped,
    why: 'runs text as SQL',
    except: ['server/database/copy-rows.ts', 'server/database/migrate.ts'],
  },
  {
    pattern:
      /\bcreate(Cipher|Decipher|Sign|Verify|DiffieHellman)\(|\bcreate(Cip|Decip)heriv\((?!\s*'aes-256-gcm')/,
    files: shipped,
    why: 'ciphers are AES-256-GCM',
  },
  {
    pattern: /\b(createHash|createHmac|hkdfSync)\((?!\s*'sha256')/,
    files: shipped,
    why: 'hashes are SHA-256',
    // The protocols of authenticator apps (RFC 6238) and of Have I Been Pwned.
    except: ['server/features/totp/totp-code.ts', 'server/platform/accounts/breached-passwords.ts'],
  },
  {
    pattern: /\bMath\.random\b/,
    files: shipped,
    why: 'can be guessed',
    // The pause before a retry.
    except: ['server/platform/mail/mail-task.ts'],
  },
  {
    pattern: /\b(rejectUnauthorized|checkServerIdentity)\b|NODE_TLS_REJECT_UNAUTHORIZED|no-verify/,
    files: shipped,
    why: 'turns off the verification of TLS certificates',
  },
  {
    pattern:
      /(?<![.\w])fetch\(|\b(https?|http2|net|tls)\.(get|request|connect)\(|\{[^}]*\b(get|request|connect|createConnection)\b[^}]*\} from 'node:(https?|http2|net|tls|dgram)'/,
    files: ofServer,
    why: 'the server requests addresses in three places',
    except: [
      'server/platform/accounts/breached-passwords.ts',
      'server/platform/limits/recaptcha.ts',
      'server/platform/push/push-sender.ts',
    ],
  },
  {
    pattern: /(?<![.\w])fetch\((?![^;]*\bredirect: '(error|manual)')/,
    files: ofServer,
    why: 'follows redirects',
  },
  {
    pattern: /\bconsole\.\w+\(|\bprocess\.(stdout|stderr)\.write\(/,
    files: ofServer,
    why: 'the server writes to its log only',
    // The command line, and the start.
    except: ['server/admin.ts', 'server/serve.ts'],
  },
  {
    pattern: /addEventListener\('message'|\bonmessage\b|\bBroadcastChannel\b/,
    files: ofWeb,
    why: 'pages take messages from their own workers only',
    except: [
      'web/lib/device/heic-to-jpeg.ts',
      'web/lib/device/heic-worker.ts',
      'web/lib/scan/scan-worker.ts',
      'web/lib/scan/scanner.ts',
      // From other pages of ours: browsers deliver no other site's messages here.
      'web/portal/shared/offline/outbox-of.ts',
      'web/service-worker/service-worker.ts',
    ],
  },
  {
    pattern:
      /<(?!PasswordInput\b|\w+(?=[^<>]*\stype=("password"|\{)))\w+[^<>]*\sautoComplete="(current|new)-password"/,
    files: ofWeb,
    why: 'a password input shows what is typed',
  },
  {
    pattern: /\bonPaste\b|'paste'/,
    files: ofWeb,
    why: 'changes what is pasted, which password managers do',
    // Dates pasted as Americans write them.
    except: ['web/portal/chat/composer.tsx', 'web/ui/date-input.tsx'],
  },
  {
    pattern: /\btype="number"|\btype: 'number',/,
    files: ofWeb,
    why: 'a number input drops and changes what is typed: use text with inputMode',
  },
];

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

/** The violations of a source file; an exception that it doesn't need is one, too. */
export function refusedCodeIn(path: string, text: string): Violation[] {
  return [...dangerous, ...unsteady].flatMap(({ pattern, files, why, unless, except = [] }) => {
    if (!files.test(path) || unless?.test(text)) return [];
    const found = [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index }) => index);
    if (!except.includes(path)) return found.map((index) => ({ line: lineAt(text, index), why }));
    return found.length > 0 ? [] : [{ line: 1, why: `needs no exception from: ${why}` }];
  });
}

/** The files that some rule excepts. */
export const excepted = [...dangerous, ...unsteady].flatMap(({ except = [] }) => except);
