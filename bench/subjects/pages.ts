import { fillJobs, withCompany } from '../company.ts';
import type { Figure, Subject } from '../figures.ts';
import { budgets, firstLoad, publicPages } from '../first-load.ts';
import { get } from '../raw.ts';

/** The bytes of the first load of each public page. */
export const pages: Subject = {
  name: 'pages',
  run: () =>
    withCompany(fillJobs, async ({ url }) => {
      const fetchPath = async (path: string) => {
        const { status, headers, body } = await get(url + path, { 'accept-encoding': 'br' });
        return { status, encoding: headers['content-encoding'], body };
      };
      const figures: Figure[] = [];
      for (const path of publicPages(7)) {
        const { status, html, css, script, font, uncompressed } = await firstLoad(fetchPath, path);
        if (status !== 200) throw new Error(`${path} answered ${status}`);
        console.log(`  ${path}: HTML ${html}, CSS ${css}, script ${script}, font ${font} bytes`);
        if (uncompressed.length > 0) {
          console.log(`    sent without compression: ${uncompressed.join(', ')}`);
        }
        figures.push(
          {
            what: `${path}: HTML and CSS`,
            ours: html + css,
            limit: budgets.htmlAndCss,
            unit: 'B',
            most: 1,
          },
          { what: `${path}: script`, ours: script, limit: budgets.script, unit: 'B', most: 1 },
          { what: `${path}: font`, ours: font, limit: budgets.font, unit: 'B', most: 1 },
        );
      }
      return figures;
    }),
};
