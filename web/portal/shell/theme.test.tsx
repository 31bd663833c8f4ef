import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { ThemeButton, useTheme } from './theme.tsx';

function Shell() {
  return <ThemeButton theme={useTheme()} />;
}

test('the theme is the system’s where the browser blocks storage', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('The operation is insecure.');
    },
  });
  expect(renderToStaticMarkup(<Shell />)).toContain('Day shift');
});
