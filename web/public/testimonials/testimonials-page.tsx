import { data, Link } from 'react-router';
import { company } from '#contract/company/profile.ts';
import { ownTestimonials } from '#contract/company/testimonials.ts';
import { listApproved } from '#contract/testimonials.ts';
import { t } from '#contract/text/languages.ts';
import { callContext } from '#web/lib/api/server-context.ts';
import { pageMeta, publicUrlOf } from '#web/lib/navigation/page-meta.ts';
import type { Route } from './+types/testimonials-page.ts';
import { TestimonialFigure } from './testimonial-figure.tsx';

const perPage = 12;

const title = () => t('What customers say', 'Lo que dicen los clientes');

export async function loader({ context, request }: Route.LoaderArgs) {
  const approved = await context.get(callContext)(listApproved);
  const all = [...approved.toReversed(), ...ownTestimonials()];
  const pages = Math.ceil(all.length / perPage);
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1);
  if (!Number.isInteger(page) || page < 1 || page > pages) {
    throw data(null, { status: 404, statusText: 'Not Found' });
  }
  return { items: all.slice((page - 1) * perPage, page * perPage), page, pages };
}

/** Another page of the list has another query. */
export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) {
  return currentUrl.pathname + currentUrl.search !== nextUrl.pathname + nextUrl.search;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const page = loaderData?.page ?? 1;
  return pageMeta({
    title:
      page === 1
        ? title()
        : t(`What customers say, page ${page}`, `Lo que dicen los clientes, página ${page}`),
    description: t(
      `What dealerships, auctions and businesses say about ${company.name}.`,
      `Lo que dealers, subastas y empresas dicen de ${company.name}.`,
    ),
    picture: 'testimonials',
    path: page === 1 ? '/testimonials' : `/testimonials?page=${page}`,
    publicUrl: publicUrlOf(matches),
  });
};

export default function TestimonialsPage({ loaderData }: Route.ComponentProps) {
  const { items, page, pages } = loaderData;
  return (
    <main className="wrap pt-12 pb-20 lg:pt-20" id="main">
      <h1 className="display text-3xl">{title()}</h1>
      <ul className="mt-10 grid grid-cols-1 gap-x-12 border-b-2 border-ink md:grid-cols-2">
        {items.map((item) => (
          <li className="border-t-2 border-ink py-8" key={`${item.client} ${item.quote}`}>
            <TestimonialFigure item={item} />
          </li>
        ))}
      </ul>
      {pages > 1 && (
        <nav
          aria-label={t('Pages', 'Páginas')}
          className="mt-8 flex flex-wrap items-center justify-between gap-x-8 gap-y-2"
        >
          <p>{t(`Page ${page} of ${pages}`, `Página ${page} de ${pages}`)}</p>
          <div className="flex gap-x-6">
            {page > 1 && <PageLink page={page - 1}>{t('Newer', 'Más recientes')}</PageLink>}
            {page < pages && <PageLink page={page + 1}>{t('Older', 'Anteriores')}</PageLink>}
          </div>
        </nav>
      )}
    </main>
  );
}

function PageLink({ page, children }: { page: number; children: string }) {
  return (
    <Link
      className="text-link inline-flex min-h-11 items-center"
      to={page === 1 ? '/testimonials' : `/testimonials?page=${page}`}
    >
      {children}
    </Link>
  );
}
