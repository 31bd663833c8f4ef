import { Outlet } from 'react-router';
import { CallBar } from './call-bar.tsx';
import { Footer } from './footer.tsx';
import { FreshPolicy } from './fresh-policy.tsx';
import { SiteHeader } from './site-header.tsx';

/** Every public page: skip link, header, the page's own `<main id="main">`, footer, call bar. */
export default function PublicLayout() {
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
      <FreshPolicy />
    </>
  );
}
