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
            // Few files compress better than many, and shorten the route table that every page loads.
            // A group takes along what its modules import, so those of the public pages come first.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /node_modules\/(react|react-dom|react-router|scheduler)\//,
                },
                {
                  name: 'site',
                  test: /web\/(root|lib\/(page-meta|nonce|scroll)|public\/(layout|error)|ui\/(button|empty-state|progress))|contract\/company|preload-helper|node_modules\/(clsx|class-variance-authority)\//,
                },
                {
                  name: 'notice',
                  test: /web\/(ui\/(notice|input)|lib\/(hydrated|notices))\.|contract\/(access|messages\/early)\./,
                },
                { name: 'session', test: /web\/lib\/session\.|contract\/messages\/session\./ },
                {
                  name: 'call',
                  test: /web\/lib\/api\.|contract\/(endpoint|fields|messages\/general)\.|node_modules\/zod\//,
                },
                {
                  name: 'late-form',
                  test: /web\/lib\/(late|late-form|early-draft|first-touch|draft|form-values|idempotency-key)\./,
                },
                // What a room asks for before its own scripts are there, and small parts that many rooms
                // share, come with the frame: each level of files is a round trip on the road.
                {
                  name: 'portal',
                  test: /web\/portal\/(frame\/(?!portal-layout)|notifications\/|files\/(picture|signed-link|use-|file-facts|running-uploads|upload-progress)|store\/(enter-store|first-products)|spotlight\/first-posts)|web\/lib\/dollars\.|contract\/(store|spotlight|files)\.|contract\/messages\/(store|spotlight|files)\.|node_modules\/(@tanstack|@radix-ui|sonner|lucide-react)\//,
                },
              ],
            },
          },
        },
      },
    },
  },
});
