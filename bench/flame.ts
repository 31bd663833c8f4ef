/**
 * node scripts/run.mjs bench/flame.ts <file.cpuprofile> [percent]: the calls of a CPU profile as a tree.
 * `BENCH_PROFILE=<folder> npm run bench -- <scenario>` writes a profile of each server. Chrome's DevTools draw it.
 */
import { readFileSync } from 'node:fs';

interface ProfileNode {
  id: number;
  callFrame: { functionName: string; url: string };
  children?: number[];
}

interface Profile {
  nodes: ProfileNode[];
  samples: number[];
  timeDeltas: number[];
}

/** A function with the functions it calls, by name; in µs. */
interface Frame {
  name: string;
  self: number;
  total: number;
  calls: Map<string, Frame>;
}

const newFrame = (name: string): Frame => ({ name, self: 0, total: 0, calls: new Map() });

/** Waiting, and the start of the server. */
const isLeftOut = ({ functionName, url }: ProfileNode['callFrame']) =>
  functionName === '(idle)' || url.startsWith('node:internal/modules/');

function treeOf({ nodes, samples, timeDeltas }: Profile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map<number, number>();
  samples.forEach((id, at) => {
    times.set(id, (times.get(id) ?? 0) + (timeDeltas[at] ?? 0));
  });
  const add = (id: number, parent: Frame): number => {
    const node = byId.get(id);
    if (!node || isLeftOut(node.callFrame)) return 0;
    const name = node.callFrame.functionName || '(anonymous)';
    const frame = parent.calls.get(name) ?? newFrame(name);
    parent.calls.set(name, frame);
    const self = times.get(id) ?? 0;
    const total = (node.children ?? []).reduce((sum, child) => sum + add(child, frame), self);
    frame.self += self;
    frame.total += total;
    return total;
  };
  const all = newFrame('all');
  for (const id of byId.get(nodes[0]?.id ?? 0)?.children ?? []) all.total += add(id, all);
  return all;
}

/** Skips functions that only call one other. */
function print(called: Frame, whole: number, min: number, depth: number): void {
  let frame = called;
  for (;;) {
    const [only] = [...frame.calls.values()].filter(({ total }) => total > 0.9 * called.total);
    if (!only) break;
    frame = only;
  }
  const percent = (time: number) => `${((100 * time) / whole).toFixed(1)} %`.padStart(7);
  const own = frame.self / whole >= min ? `, itself${percent(frame.self)}` : '';
  const name = frame === called ? called.name : `${called.name} … ${frame.name}`;
  console.log(`${percent(called.total)} ${'  '.repeat(depth)}${name}${own}`);
  const calls = [...frame.calls.values()].filter(({ total }) => total / whole >= min);
  for (const call of calls.sort((a, b) => b.total - a.total)) print(call, whole, min, depth + 1);
}

const [file = '', percent = '3'] = process.argv.slice(2);
const tree = treeOf(JSON.parse(readFileSync(file, 'utf8')) as Profile);
print(tree, tree.total, Number(percent) / 100, 0);
