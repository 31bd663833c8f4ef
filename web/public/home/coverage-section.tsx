import { hubs } from '#contract/lanes.ts';
import coverageMap from '../../assets/coverage.svg';
import { Stop } from '../layout/stop.tsx';

/** Where the trucks go: the map, and the same in words. */
export function CoverageSection() {
  return (
    <Stop
      intro={<p>Nationwide coverage from two yards. These are the lanes we run most.</p>}
      number={3}
      title="Where we run"
    >
      <img
        alt="Map of the lower 48 states with lanes from Joliet and Omaha to the cities listed below"
        className="h-auto w-full"
        height="610"
        loading="lazy"
        src={coverageMap}
        width="975"
      />
      <div className="mt-8 grid gap-6 sm:grid-cols-2">
        {hubs.map((hub) => (
          <div className="border-t border-ink pt-3" key={hub.city}>
            <h3 className="font-display font-bold">
              From {hub.city}, {hub.state}
            </h3>
            <p className="mt-1 text-steel">{hub.lanes.map(({ city }) => city).join(', ')}</p>
          </div>
        ))}
      </div>
    </Stop>
  );
}
