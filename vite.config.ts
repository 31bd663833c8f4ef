import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // The Content-Security-Policy allows data: for pictures only, so fonts and scripts stay files.
  build: { assetsInlineLimit: 0, target: 'es2023' },
});
