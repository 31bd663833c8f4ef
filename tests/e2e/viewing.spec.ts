/** The browser shows stored PDFs and never runs scripts in them. */
import { expect, test } from '../harness/e2e.ts';
import { pdfOf } from '../harness/multipart.ts';
import type { RunningServer } from '../harness/server.ts';
import { newPerson } from './office-api.ts';
import { addDocument, linkTo } from './records-api.ts';

/** A new driver's link to a training file with these bytes. */
async function linkToFile(server: RunningServer, bytes: Buffer, fileName: string): Promise<string> {
  const driver = await newPerson(server, 'employee');
  const { id } = await addDocument(server, 'training', [driver], { bytes, fileName });
  return linkTo(server, 'training', id, driver);
}

test("a PDF that is also a web page can't run (SEC18)", async ({ page, server, allowConsole }) => {
  allowConsole(/sandboxed|Content Security Policy|favicon\.ico|files\/training\/x\)$/);
  const markup = '<script>document.title = "ran"</script><img src=x onerror="document.title=1">';
  const [head, ...rest] = pdfOf('Polyglot').toString('latin1').split('\n');
  const polyglot = Buffer.from([head, `%${markup}`, ...rest].join('\n'), 'latin1');
  const url = await linkToFile(server, polyglot, 'polyglot.pdf');
  /** Opens the file as HTML, which browsers don't do by themselves, with or without its policy. */
  async function titleAsPage(withPolicy: boolean): Promise<string> {
    await page.route('**/files/**', async (route) => {
      const response = await route.fetch();
      const headers: Record<string, string> = {
        ...response.headers(),
        'content-type': 'text/html',
      };
      if (!withPolicy) delete headers['content-security-policy'];
      await route.fulfill({ response, headers });
    });
    await page.goto(url);
    const title = await page.title();
    await page.unroute('**/files/**');
    return title;
  }
  expect(await titleAsPage(false)).not.toBe('');
  expect(await titleAsPage(true)).toBe('');
});

test('a PDF shows in the browser although it is sandboxed, and scripts inside it send no request', {
  tag: '@full',
}, async ({ page, server, allowConsole }) => {
  allowConsole(/favicon\.ico/);
  const script = 'app.alert("ran");try{this.submitForm("/ran")}catch(e){}app.alert("done");';
  const action = `/OpenAction<</S/JavaScript/JS(${script})>>`;
  const text = pdfOf('Script').toString('latin1').replace('/Catalog', `/Catalog${action}`);
  const dialogs: string[] = [];
  const asked: string[] = [];
  // The viewer's own, which a document may open: they prove that the script ran.
  page.on('dialog', async (dialog) => {
    dialogs.push(dialog.message());
    await dialog.accept();
  });
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const url = await linkToFile(server, Buffer.from(text, 'latin1'), 'script.pdf');
  // The viewer hides the headers.
  const { headers } = await fetch(new URL(url, server.url), { method: 'HEAD' });
  expect(headers.get('content-security-policy')).toMatch(/^sandbox;/);
  await page.goto(url);
  await expect.poll(() => dialogs).toEqual(['ran', 'done']);
  expect(asked).not.toContain('/ran');
  // Closing the viewer's window while it loads can crash Chromium.
  await page.goto('about:blank');
});
