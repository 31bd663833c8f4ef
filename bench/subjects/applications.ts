import { fillApplications, withCompany } from '../company.ts';
import type { Figure, Subject } from '../figures.ts';
import { compare, load } from '../load.ts';
import { get, withSameBytes } from '../raw.ts';

function measure(stored: number, limit: number): Promise<Figure> {
  return withCompany(
    (file) => fillApplications(file, stored),
    ({ url, pid, admin }) => {
      const what = `/api/applications?limit=${limit}, ${stored.toLocaleString('en-US')} stored`;
      const ours = { url: `${url}/api/applications?limit=${limit}`, pid, headers: admin };
      return withSameBytes(ours, (raw) => compare(what, 0.06, ours, raw));
    },
  );
}

/** The whole list is sent in pieces: how long others wait meanwhile. */
function measureWhole(stored: number): Promise<Figure> {
  return withCompany(
    (file) => fillApplications(file, stored),
    async ({ url, pid, admin }) => {
      let over = false;
      const readAll = async () => {
        while (!over) await get(`${url}/api/applications`, admin);
      };
      const reading = readAll();
      const others = await load({ url: `${url}/api/careers`, pid, connections: 4, rate: 200 });
      over = true;
      await reading;
      const what = `others' p99 while all ${stored.toLocaleString('en-US')} are read`;
      return { what, ours: others.p99, limit: 100, unit: 'ms', most: 1 };
    },
  );
}

/** The admin's list of applications, a page of it with few and with many stored. */
export const applications: Subject = {
  name: 'applications',
  run: async () => [
    await measure(40, 40),
    await measure(40_000, 40),
    await measure(40_000, 100),
    await measureWhole(40_000),
  ],
};
