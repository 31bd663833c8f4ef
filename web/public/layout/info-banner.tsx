import { statistics } from '#contract/company.ts';

/** The three figures, across the whole page. */
export function InfoBanner() {
  return (
    <section aria-label="The company in figures" className="on-dark bg-asphalt text-chalk">
      <dl className="wrap grid gap-y-6 py-10 md:grid-cols-[1.7fr_1fr_1fr]">
        {statistics.map(({ figure, label }) => (
          <div
            className="flex flex-col-reverse justify-end border-l-4 border-lane pl-5 max-md:flex-row-reverse max-md:items-baseline max-md:justify-end max-md:gap-3"
            key={label}
          >
            <dt className="text-haze md:text-lg">{label}</dt>
            <dd className="display text-2xl md:text-3xl">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
