import { resolve } from 'node:path';
import { HttpError } from './platform/runtime/errors.ts';
import { type Config, readConfig } from './settings/config.ts';
import { CommandError } from './settings/setting-error.ts';

const usage = `npm run admin -- <command>

  create-admin <username> <email>   creates an account with the role admin
  reset-password <username>         sets a new password and ends the account's sessions
  reset-second-factors <username>   removes the account's passkeys and codes, ends its sessions
  backup <folder>                   copies the database and all stored files to a new folder
  nightly-backup                    makes the backup of the day in BACKUP_DIR, deletes old ones
  backups                           lists the backups in BACKUP_DIR
  restore <backup>                  restores a backup to an empty DATA_DIR and database
  move                              copies the data to TO_DATABASE_URL and TO_STORAGE_URL
  scrub                             finds stored files and database pages that changed on the disk
  doctor                            finds what is wrong with an installation and says what to do
  export <list> [file.csv|.xlsx]    exports a list of the portal as CSV or Excel file
  retention [--dry-run]             deletes old records that were announced a day ago, or counts them
  confirm-clock                     says that the clock is right after it jumped or nobody worked
  erase-applicant <email> [A-12 …]  lists the applications of an address; deletes those named
  export-person <username|email> --out <folder>
                                    exports everything stored about a person to a new folder

The settings are those of the server (DATA_DIR, DATABASE_URL, STORAGE_URL and so on). A new
password is ADMIN_PASSWORD, or you type it, or one is generated and shown.
`;

interface Command {
  /** Minimum and maximum number of arguments. */
  arity: readonly [number, number];
  /** Returns the lines to print, for a backup also its problems. */
  run: (
    config: Config,
    args: readonly string[],
  ) => Promise<string[] | { lines: string[]; problems: string[] }>;
}

// Each command loads its own modules, so that usage and errors appear immediately.
const commands: Readonly<Record<string, Command>> = {
  'create-admin': {
    arity: [2, 2],
    run: async (config, [username = '', email = '']) =>
      (await import('./admin/accounts.ts')).createAdmin(config, username, email),
  },
  'reset-password': {
    arity: [1, 1],
    run: async (config, [username = '']) =>
      (await import('./admin/accounts.ts')).resetPasswordOf(config, username),
  },
  'reset-second-factors': {
    arity: [1, 1],
    run: async (config, [username = '']) =>
      (await import('./admin/accounts.ts')).resetFactorsOf(config, username),
  },
  backup: {
    arity: [1, 1],
    run: async (config, [folder = '']) =>
      (await import('./admin/backup.ts')).backup(config, resolve(folder)),
  },
  'nightly-backup': {
    arity: [0, 0],
    run: async (config) => {
      const { nightlyBackup } = await import('./admin/nightly-backup.ts');
      return nightlyBackup(config, await (await import('./admin/open.ts')).readTime(config));
    },
  },
  backups: {
    arity: [0, 0],
    run: async (config) => (await import('./admin/nightly-backup.ts')).listBackups(config),
  },
  restore: {
    arity: [1, 1],
    run: async (config, [folder = '']) =>
      (await import('./admin/restore.ts')).restore(config, resolve(folder)),
  },
  move: {
    arity: [0, 0],
    run: async (config) => {
      const { move, readTarget } = await import('./admin/move.ts');
      return move(config, readTarget(process.env));
    },
  },
  scrub: {
    arity: [0, 0],
    run: async (config) => (await import('./admin/scrub.ts')).scrub(config),
  },
  doctor: {
    arity: [0, 0],
    run: async (config) => (await import('./admin/doctor.ts')).doctor(config),
  },
  export: {
    arity: [1, 2],
    run: async (config, [what = '', file]) => {
      const target = file === undefined ? null : resolve(file);
      await (await import('./admin/export.ts')).exportList(config, what, target);
      return target === null ? [] : [`Exported ${what} to ${target}.`];
    },
  },
  retention: {
    arity: [0, 1],
    run: async (config, [option]) => {
      const { previewRetention, runRetention } = await import('./admin/personal-commands.ts');
      if (option === undefined) return runRetention(config);
      if (option === '--dry-run') return previewRetention(config);
      throw new CommandError(`Unknown option '${option}'. Use --dry-run, or nothing.`);
    },
  },
  'confirm-clock': {
    arity: [0, 0],
    run: async (config) => (await import('./admin/personal-commands.ts')).confirmClockOf(config),
  },
  'erase-applicant': {
    arity: [1, 1000],
    run: async (config, [email = '', ...chosen]) =>
      (await import('./admin/personal-commands.ts')).eraseApplicantOf(config, email, chosen),
  },
  'export-person': {
    arity: [3, 3],
    run: async (config, [person = '', option, folder = '']) => {
      if (option !== '--out')
        throw new CommandError('Use export-person <username|email> --out <folder>.');
      return (await import('./admin/export-person.ts')).exportPerson(
        config,
        person,
        resolve(folder),
      );
    },
  },
};

/** Commands that may run where a restore or a move isn't complete. */
const repairs = ['restore', 'move', 'backups'];

/** Runs one command and returns the exit code. */
async function main([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) {
    process.stdout.write(usage);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command || args.length < command.arity[0] || args.length > command.arity[1]) {
    process.stderr.write(
      `${command ? `${name} got ${args.length} arguments.` : `Unknown command '${name}'.`}\n\n${usage}`,
    );
    return 1;
  }
  const config = readConfig(process.env);
  if (!repairs.includes(name)) {
    await (await import('./database/unfinished-copy.ts')).refuseUnfinished(config);
  }
  const result = await command.run(config, args);
  const { lines, problems } = Array.isArray(result) ? { lines: result, problems: [] } : result;
  for (const line of lines) process.stdout.write(`${line}\n`);
  // A report is read as a whole.
  const stream = name === 'doctor' ? process.stdout : process.stderr;
  for (const problem of problems) stream.write(`${problem}\n`);
  return problems.length > 0 ? 1 : 0;
}

function messageOf(error: unknown): string {
  if (error instanceof CommandError || error instanceof HttpError) return error.message;
  return `The command failed: ${error instanceof Error ? error.message : error}`;
}

process.stdout.on('error', () => {});
main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    // The reader closed the pipe: `export jobs | head`.
    if ((error as { code?: string }).code === 'EPIPE') return;
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  },
);
