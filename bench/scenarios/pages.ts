import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fillJobs, withCompany } from '../company.ts';
import { budgets, type Fetch, firstLoad, publicPages, scriptBudget } from '../first-load.ts';
import { atMost, type Metric, type Scenario } from '../metrics.ts';

/** Not `fetch`, which would decompress the body. */
function fetchFrom(url: string): Fetch {
  return async (path) => {
    const { promise, resolve, reject } = Promise.withResolvers<Awaited<ReturnType<Fetch>>>();
    get(url + path, { headers: { 'accept-encoding': 'br' } }, async (response) => {
      const { statusCode = 0, headers } = response;
      const body = await buffer(response);
      resolve({ status: statusCode, encoding: headers['content-encoding'], body });
    }).once('error', reject);
    return promise;
  };
}

/** Bytes of the first load of each public page and of the portal. */
export const pages: Scenario = {
  name: 'pages',
  run: () =>
    withCompany(fillJobs, async ({ url }) => {
      const metrics: Metric[] = [];
      for (const path of publicPages(7)) {
        const { status, html, css, script, font } = await firstLoad(fetchFrom(url), path);
        if (status !== 200) throw new Error(`${path}: ${status}`);
        metrics.push(
          atMost(`${path}: HTML and CSS`, html + css, budgets.htmlAndCss, 'B'),
          atMost(`${path}: script`, script, scriptBudget(path), 'B'),
          atMost(`${path}: font`, font, budgets.font, 'B'),
        );
      }
      const { script } = await firstLoad(fetchFrom(url), '/portal');
      metrics.push(atMost('/portal: script', script, budgets.portalHome, 'B'));
      return metrics;
    }),
};
