import { join } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';
import { contractInBrowser } from './scripts/contract-in-browser.ts';
import { oldestBrowsers } from './scripts/supported-browsers.ts';

const { chrome, edge, firefox, safari, safari_ios: ios } = oldestBrowsers;

/** Drops what Tailwind adds for browsers without @property, which we don't support: 99 bytes of each page. */
const onlyWithProperty: Plugin = {
  name: 'only-with-property',
  enforce: 'post',
  apply: 'build',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.css')) continue;
      const css = Buffer.from(file.source).toString();
      file.source = css.replace(/@layer properties\{@supports[^{]*\{[^{}]*\{[^{}]*\}\}\}/, '');
    }
  },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), onlyWithProperty, reactRouter(), contractInBrowser()],
  resolve: {
    alias: {
      'react-style-singleton': join(import.meta.dirname, 'web/lib/device/style-singleton.ts'),
    },
  },
  // The Content-Security-Policy allows data: URLs for images only, so fonts and scripts stay files.
  build: {
    assetsInlineLimit: 0,
    target: [`chrome${chrome}`, `edge${edge}`, `firefox${firefox}`, `safari${safari}`, `ios${ios}`],
  },
  environments: {
    // The server loads what pages use, not whole libraries.
    ssr: { resolve: command === 'build' ? { noExternal: true } : {} },
    client: {
      build: {
        rolldownOptions: {
          output: {
            // The route table of every page has all names, and a hash can't be compressed: 80 bytes less on /login.
            entryFileNames: 'assets/[name]-[hash:7].js',
            // Pages have names, for reports of errors; the table would repeat those of what they share.
            chunkFileNames: ({ facadeModuleId }) =>
              facadeModuleId === null ? 'assets/[hash:8].js' : 'assets/[name]-[hash:7].js',
            // Few files compress better than many, and shorten the route table that every page loads. Without any one of
            // these groups a page is over its budget: the portal, the scanner or a form would come with it.
            // A group includes what its modules import, so the groups of public pages come first.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                },
                {
                  name: 'site',
                  test: /web\/(root|lib\/(navigation\/(page-meta|scroll|navigation-hook|route-files|dialog-history)|device\/(nonce|trusted-types))|public\/(layout|error)|ui\/(button|empty-state))|contract\/(company\/profile|text\/blank-text)\.|preload-helper/,
                },
                {
                  name: 'alert',
                  test: /web\/(ui\/(alert|input|field|password-input|select|checkbox)|lib\/(navigation\/flash-alerts|forms\/use-hydrated)|public\/jobs\/return-search)\.|contract\/wire\/access\./,
                },
                // Public forms and the portal share these.
                { name: 'dates', test: /contract\/rules\/dates\.|web\/lib\/device\/storage\./ },
                // Shared by the customer's page of an inquiry and the portal.
                { name: 'dollars', test: /contract\/rules\/dollars\./ },
                {
                  name: 'drafts',
                  test: /web\/lib\/(drafts\/drafts|api\/idempotency-key|navigation\/import-again)\.|contract\/text\/characters\./,
                },
                { name: 'general', test: /contract\/messages\/general\./ },
                {
                  name: 'form',
                  test: /web\/(lib\/(api\/call-error|device\/chosen-files|drafts\/(draft-alert|use-draft)|forms\/form-(check|values)|navigation\/leave-warning)|ui\/(choice-field|date-field|form-section|form-state|text-field)|public\/form\/)/,
                },
                {
                  name: 'session',
                  test: /web\/lib\/session\/(session|return-path|passkey-support)\./,
                },
                {
                  name: 'call',
                  test: /web\/lib\/api\/(api|upload)\.|contract\/wire\/endpoint\./,
                },
                {
                  // Includes form-warnings and record-fields: otherwise the portal's groups would take
                  // them along, and the public forms would load those for them.
                  name: 'schemas',
                  test: /contract\/(wire\/fields|rules\/form-warnings|wire\/record-fields|messages\/form-warnings)\.|node_modules\/zod\//,
                },
                // Public pages and the portal share these: the portal's groups would take them along.
                // The application form has the first two, its scanner the next two.
                { name: 'states', test: /contract\/rules\/states\./ },
                // Calls of the portal's first screen have kinds of files, and look into none.
                {
                  name: 'file-kinds',
                  test: /contract\/(wire\/file-kinds|files|messages\/files)\./,
                },
                { name: 'file-family', test: /contract\/wire\/file-family\./ },
                {
                  name: 'file-fields',
                  test: /web\/ui\/(progress|scan\/scan-button)\./,
                },
                {
                  name: 'dialogs',
                  test: /web\/ui\/(dialog|alert-dialog|drawer)\.|lucide-react\/.*\/createLucideIcon\./,
                },
                {
                  name: 'scan-icons',
                  test: /lucide-react\/.*\/(arrow-(down|up)|camera|crop|images|rotate-cw|trash)\./,
                },
                {
                  name: 'search',
                  test: /contract\/text\/text-fold\.|web\/lib\/navigation\/use-url-filter\./,
                },
                { name: 'accounts', test: /contract\/messages\/users\./ },
                // Endpoints of the portal's first screen import these for the server only.
                {
                  name: 'inputs',
                  test: /contract\/(text\/spanish-version|wire\/(account|spanish)-fields|broadcast-input|message-input|passwords|messages\/chat)\./,
                },
                // The portal's first screen, with what it imports.
                {
                  name: 'portal',
                  test: /web\/portal\/(page-list\.|pages\.|shell\/(?!portal-layout|waiting-dialog|search-dialog|search\.data|recent-finds)|shared\/first-requests)|web\/(ui\/page-header|lib\/drafts\/form-draft)\.|node_modules\/(@tanstack\/|lucide-react\/.*\/(arrow-right|external-link)\.)/,
                },
                // What several other screens share: forms, lists, files, icons.
                {
                  name: 'records',
                  test: /web\/portal\/shared\/(?!first-requests|documents|receipts|testimonials|push)|web\/(ui\/(description-list|dialog|table|card)|lib\/format\/mail-href)\.|node_modules\/(lucide-react|react-hook-form|@hookform)\//,
                  minShareCount: 2,
                },
              ],
            },
          },
        },
      },
    },
  },
}));
