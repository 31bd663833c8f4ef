import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The Content-Security-Policy allows data: for pictures only, so fonts and scripts stay files.
  build: { assetsInlineLimit: 0, target: 'es2023' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Few files compress better than many: these are on every page anyway.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                },
                {
                  name: 'site',
                  test: /web\/(root|lib\/(page-meta|nonce|scroll)|public\/(layout|error)|ui\/button)|contract\/company|node_modules\/(clsx|class-variance-authority)\//,
                },
                {
                  name: 'notice',
                  test: /web\/(ui\/notice|lib\/hydrated)|contract\/messages\/early/,
                },
                {
                  name: 'late-form',
                  test: /web\/lib\/(late|late-form|early-draft|first-touch|draft|form-values|idempotency-key)\./,
                },
              ],
            },
          },
        },
      },
    },
  },
});
