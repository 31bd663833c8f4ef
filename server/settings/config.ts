import { readFileSync } from 'node:fs';
import { company } from '#contract/company/profile.ts';
import { rejectIf, SettingError } from './setting-error.ts';
import { backupDirOf, folderOf } from './setting-folders.ts';
import { addressOf, checkedBucket, originOf, proxiesOf, pushServicesOf } from './setting-values.ts';

/** The settings, checked; each comes from the environment variable of its name. */
export interface Config {
  host: string;
  port: number;
  publicUrl: string;
  dataDir: string;
  databaseUrl: string | null;
  storageUrl: string | null;
  /** Folder where a backup is made every night; null: nowhere. */
  backupDir: string | null;
  smtpUrl: string | null;
  mailFrom: string;
  officeEmail: string;
  /** Null: generated once in the data folder. */
  tokenSecret: string | null;
  tokenHours: number;
  /** Minutes without a request after which a session ends; null: never. */
  sessionIdleMinutes: number | null;
  /** Who must have a passkey or one-time codes. */
  requireSecondFactor: 'off' | 'admins';
  admin: { username: string; email: string; password: string | null };
  sampleData: 'demo' | 'none';
  recaptcha: { siteKey: string; secret: string } | null;
  rateLimits: boolean;
  /** Whether chosen passwords are looked up in the list of stolen ones, over the network. */
  breachCheck: boolean;
  /** Whether posts are readable without a token; their pictures never are. */
  publicSpotlight: boolean;
  uploadBytes: number;
  /** Bytes of files that visitors without an account may store in 24 hours. */
  publicUploadBytes: number;
  /** Megabytes; server/main.mjs has applied it before this check. */
  heapMb: number | null;
  metricsPort: number | null;
  logLevel: string;
  /** Hosts (with ports) of further push services. */
  pushServices: string[];
  /** Addresses of proxies whose X-Forwarded-For is trusted. */
  trustProxy: string[] | null;
  development: boolean;
  retention: Retention;
}

/** Months after which records are deleted; null keeps them. */
export interface Retention {
  applications: number | null;
  inquiries: number | null;
  messages: number | null;
  /** Versions of employee files. */
  submissions: number | null;
  /** Driver files, counted from the closing of the account. */
  driverFiles: number | null;
  /** Addresses in audit entries, which are cleared; the entries stay. */
  auditAddresses: number | null;
  /** Mail that could not be delivered. */
  unsentMail: number | null;
  auditEntries: number | null;
}

type Environment = Record<string, string | undefined>;

const loopback = /^(127\.\d+\.\d+\.\d+|::1|localhost)$/;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** Settings that may also be the content of a file, whose path is in the setting of that name with _FILE. */
export const fileSettings = [
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'RECAPTCHA_SECRET',
  'SMTP_URL',
  'TOKEN_SECRET',
];

function readFileSettings(env: Environment): Environment {
  // Not a copy: settingNames reads which names are asked for.
  const read: Environment = Object.create(env);
  for (const name of fileSettings) {
    const path = env[`${name}_FILE`];
    if (!path) continue;
    rejectIf(Boolean(env[name]), `Set ${name} or ${name}_FILE, not both.`);
    try {
      read[name] = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      throw new SettingError(
        `${name}_FILE can't be read (${(error as NodeJS.ErrnoException).code}).`,
      );
    }
    rejectIf(read[name]?.trim() === '', `${name}_FILE is empty. Write the setting to that file.`);
  }
  return read;
}

/** Reads and validates the settings; throws a SettingError for the first invalid one. */
export function readConfig(environment: Environment): Config {
  const env = readFileSettings(environment);
  const text = (name: string) => env[name]?.trim() || null;

  const whole = (name: string, fallback: number, min: number, max: number) => {
    const value = text(name);
    if (value === null) return fallback;
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new SettingError(`${name} must be a whole number from ${min} to ${max}, not '${value}'.`);
  };

  const months = (name: string, fallback: number | null) => {
    const value = text(name);
    if (value === null) return fallback;
    if (value === 'off') return null;
    const number = Number(value);
    if (Number.isInteger(number) && number >= 1 && number <= 1200) return number;
    throw new SettingError(`${name} must be off or whole months from 1 to 1200, not '${value}'.`);
  };

  const oneOf = <C extends string>(name: string, fallback: C, choices: readonly C[]) => {
    const value = text(name);
    if (value === null) return fallback;
    const found = choices.find((entry) => entry === value);
    if (found) return found;
    throw new SettingError(`${name} must be one of ${choices.join(', ')}, not '${value}'.`);
  };

  const url = (name: string, protocols: readonly string[]) =>
    addressOf(name, text(name), protocols);

  const email = (name: string, fallback: string) => {
    const value = text(name) ?? fallback;
    if (/^[^\s@]+@[^\s@]+$/.test(value.replace(/^.*<(.+)>$/, '$1'))) return value;
    throw new SettingError(`${name} must be an email address, not '${value}'.`);
  };

  const together = (one: string, other: string) => {
    const values = [text(one), text(other)] as const;
    const isHalf = (values[0] === null) !== (values[1] === null);
    rejectIf(isHalf, `${one} and ${other} must be set together or not at all.`);
    return values;
  };

  for (const name of ['ENCRYPTION_KEY', 'ENCRYPTION_KEY_FILE']) {
    rejectIf(
      text(name) !== null,
      `${name} is no longer used: remove it, and encrypt the disk instead (docs/operations.md, Encryption).`,
    );
  }
  const host = text('HOST') ?? '127.0.0.1';
  const port = whole('PORT', 3000, 0, 65_535);
  const dataDir = folderOf('DATA_DIR', text('DATA_DIR') ?? './data');
  const backupDir = backupDirOf(text('BACKUP_DIR'), dataDir);
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:']);
  const tokenSecret = text('TOKEN_SECRET');
  rejectIf(
    tokenSecret !== null && tokenSecret.length < 32,
    'TOKEN_SECRET must have at least 32 characters; `openssl rand -base64 48` makes one.',
  );
  rejectIf(
    databaseUrl !== null && tokenSecret === null,
    'TOKEN_SECRET must be set when DATABASE_URL is, the same on every node.',
  );
  const storageUrl = checkedBucket(url('STORAGE_URL', ['s3:']), 'STORAGE_URL');
  if (storageUrl !== null) together('AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY');
  const [siteKey, secret] = together('RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET');
  const adminPassword = env.ADMIN_PASSWORD || null;
  rejectIf(
    adminPassword !== null && (adminPassword.length < 8 || adminPassword.length > 128),
    'ADMIN_PASSWORD must have 8 to 128 characters.',
  );
  const publicUrl = originOf(url('PUBLIC_URL', ['http:', 'https:']));
  const metricsPort = text('METRICS_PORT') === null ? null : whole('METRICS_PORT', 0, 1, 65_535);
  const adminUsername = text('ADMIN_USERNAME') ?? 'admin';
  rejectIf(metricsPort === port && port !== 0, 'METRICS_PORT must be another port than PORT.');
  rejectIf(adminUsername.length > 100, 'ADMIN_USERNAME must have at most 100 characters.');

  return {
    host,
    port,
    publicUrl: (publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`).replace(
      /\/+$/,
      '',
    ),
    dataDir,
    databaseUrl,
    storageUrl,
    backupDir,
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: email('MAIL_FROM', `${company.name} <no-reply@example.com>`),
    officeEmail: email('OFFICE_EMAIL', 'office@example.com'),
    tokenSecret,
    tokenHours: whole('TOKEN_HOURS', 8, 1, 12),
    sessionIdleMinutes:
      text('SESSION_IDLE_MINUTES') === null ? null : whole('SESSION_IDLE_MINUTES', 0, 5, 720),
    requireSecondFactor: oneOf('REQUIRE_SECOND_FACTOR', 'off', ['off', 'admins']),
    admin: {
      username: adminUsername,
      email: email('ADMIN_EMAIL', 'admin@example.com'),
      password: adminPassword,
    },
    sampleData: oneOf('SAMPLE_DATA', loopback.test(host) ? 'demo' : 'none', ['demo', 'none']),
    recaptcha: siteKey && secret ? { siteKey, secret } : null,
    breachCheck: oneOf('BREACH_CHECK', 'off', ['on', 'off']) === 'on',
    rateLimits: oneOf('RATE_LIMITS', 'on', ['on', 'off']) === 'on',
    publicSpotlight: oneOf('PUBLIC_SPOTLIGHT', 'on', ['on', 'off']) === 'on',
    uploadBytes: whole('UPLOAD_MB', 25, 1, 10_000) * 1024 * 1024,
    publicUploadBytes: whole('PUBLIC_UPLOAD_MB', 1000, 1, 1_000_000) * 1024 * 1024,
    heapMb: text('HEAP_MB') === null ? null : whole('HEAP_MB', 0, 128, 65_536),
    metricsPort,
    logLevel: oneOf('LOG_LEVEL', 'info', logLevels),
    pushServices: pushServicesOf(text('PUSH_SERVICES')),
    trustProxy: proxiesOf(text('TRUST_PROXY')),
    development: env.NODE_ENV === 'development',
    retention: {
      applications: months('RETENTION_APPLICATIONS_MONTHS', 24),
      inquiries: months('RETENTION_INQUIRIES_MONTHS', null),
      messages: months('RETENTION_MESSAGES_MONTHS', null),
      submissions: months('RETENTION_SUBMISSIONS_MONTHS', null),
      driverFiles: months('RETENTION_DRIVER_FILES_MONTHS', 36),
      auditAddresses: months('RETENTION_AUDIT_ADDRESSES_MONTHS', null),
      unsentMail: months('RETENTION_UNSENT_MAIL_MONTHS', 3),
      auditEntries: whole('AUDIT_MONTHS', 36, 1, 1_200),
    },
  };
}

/** The names of all settings. */
export function settingNames(): Set<string> {
  const names = new Set(['TO_DATABASE_URL', 'TO_STORAGE_URL']);
  const get = (_target: object, name: string) => void names.add(name);
  readConfig(new Proxy({}, { get }));
  return names;
}
