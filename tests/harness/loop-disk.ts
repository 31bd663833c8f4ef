/** A disk of its own for a test: ext4 in a file, mounted through a loop device. Needs root, and ends with the test. */
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const tools = ['mkfs.ext4', 'mount', 'umount', 'perl'];
const folders = ['/usr/sbin', '/sbin', '/usr/bin', '/bin'];
const mebibyte = 1024 * 1024;

function run(command: string, ...args: string[]): string {
  return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** EXT4_IOC_SHUTDOWN without a flush: from now on nothing reaches the disk, as after a power cut. */
const cutScript = `
  open(my $file, '<', $ARGV[0]) or die $!;
  my $mode = pack('L', 2);
  ioctl($file, 0x8004587D, $mode) or die $!;
`;

export class LoopDisk {
  /** Where it is mounted. */
  readonly folder: string;
  readonly #home: string;
  readonly #image: string;
  #fillers = 0;

  constructor(megabytes: number) {
    this.#home = mkdtempSync(join(tmpdir(), 'headrack-disk-'));
    this.#image = join(this.#home, 'image');
    this.folder = join(this.#home, 'disk');
    run('truncate', '-s', `${megabytes}M`, this.#image);
    // No blocks for root alone: the server of the test runs as root.
    run('mkfs.ext4', '-q', '-m', '0', this.#image);
    run('mkdir', this.folder);
    this.mount();
    run('touch', join(this.folder, 'any'));
    run('sync', '-f', this.folder);
  }

  mount(): void {
    run('mount', '-o', 'loop', this.#image, this.folder);
  }

  /** Drops what isn't on the disk yet; the disk fails until it is mounted again. */
  cutPower(): void {
    run('perl', '-e', cutScript, join(this.folder, 'any'));
  }

  unmount(): void {
    run('umount', this.folder);
  }

  /** Free bytes. */
  free(): number {
    const { bavail, bsize } = statfsSync(this.folder);
    return bavail * bsize;
  }

  /** Fills the disk until that many bytes are free, or until nothing more fits. */
  fill(leave = 0): void {
    const path = join(this.folder, `filler-${this.#fillers}`);
    this.#fillers += 1;
    const file = openSync(path, 'w');
    try {
      for (const size of [mebibyte, 64 * 1024, 1024]) {
        const chunk = Buffer.alloc(size, 1);
        while (this.free() - size >= leave || leave === 0) {
          try {
            if (writeSync(file, chunk) < size) break;
          } catch {
            break;
          }
        }
      }
    } finally {
      closeSync(file);
    }
  }

  /** Frees what `fill` took. */
  makeRoom(): void {
    for (const name of readdirSync(this.folder)) {
      if (name.startsWith('filler-')) rmSync(join(this.folder, name));
    }
  }

  remove(): void {
    try {
      run('umount', '-l', this.folder);
    } catch {
      // Not mounted.
    }
    rmSync(this.#home, { recursive: true, force: true });
  }
}

/** Why this machine can't have such a disk; null when it can. */
export function whyNoLoopDisk(): string | null {
  if (process.getuid?.() !== 0) return 'needs root to mount a disk';
  const missing = tools.filter((tool) => !folders.some((folder) => existsSync(join(folder, tool))));
  if (missing.length > 0) return `needs ${missing.join(', ')}`;
  try {
    new LoopDisk(8).remove();
    return null;
  } catch (error) {
    return `can't mount a loop device: ${(error as Error).message.split('\n')[0]}`;
  }
}
