/**
 * Preloaded into a server: on SIGUSR2 it prints the longest turn of its event loop since the last time, in milliseconds
 * of CPU of its main thread. Unlike a delay it isn't longer when other processes keep the machine busy.
 */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let before = cpuMs();
let longest = 0;
setInterval(() => {
  const now = cpuMs();
  longest = Math.max(longest, now - before);
  before = now;
}, 1).unref();

process.on('SIGUSR2', () => {
  process.stdout.write(`longest turn: ${longest}\n`);
  longest = 0;
});
