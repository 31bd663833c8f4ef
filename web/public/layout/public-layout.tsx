import { Outlet } from 'react-router';
import { CallBar } from './call-bar.tsx';
import { Footer } from './footer.tsx';
import { SiteHeader } from './site-header.tsx';
import { useFreshPolicy } from './use-fresh-policy.ts';

/** Every public page: skip link, header, the page's own `<main id="main">`, footer, call bar. */
export default function PublicLayout() {
  useFreshPolicy();
  return (
    <>
      <a
        className="sr-only bg-lane p-4 text-asphalt focus:not-sr-only focus:absolute focus:z-50"
        href="#main"
      >
        Skip to the content
      </a>
      <SiteHeader />
      <Outlet />
      <Footer />
      <CallBar />
    </>
  );
}
