import { company } from '#contract/company.ts';

const milestones = [
  {
    when: String(company.founded),
    text: 'The family buys one open car hauler and starts running new cars from the rail ramp to dealers around Joliet.',
  },
  {
    when: 'Second generation',
    text: 'Auctions join the dealers on the sheet. Dispatch moves out of the kitchen and into an office beside the yard.',
  },
  {
    when: `${company.hub.city} hub`,
    text: `A second yard in ${company.hub.city}, ${company.hub.state} opens the lanes to the west and halves the empty miles on the way back.`,
  },
  {
    when: 'Third generation',
    text: `Today the grandchildren run ${company.fleetSize} ${company.product} with GPS tracking on each one, and still answer the phone themselves.`,
  },
];

/** How the company came here, as a list of stops. */
export function History() {
  return (
    <ol className="border-b border-ink">
      {milestones.map(({ when, text }) => (
        <li
          className="grid gap-x-8 gap-y-2 border-t-3 border-ink py-6 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
          key={when}
        >
          <h3 className="display text-xl">{when}</h3>
          <p className="measure">{text}</p>
        </li>
      ))}
    </ol>
  );
}
