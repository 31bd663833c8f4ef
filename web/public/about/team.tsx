const departments = ['Dispatch', 'Drivers', 'Safety', 'Shop'];

/** Four places that are kept for people. */
export function Team() {
  return (
    <>
      <p className="display border-t-3 border-ink pt-6 text-xl text-rust">Coming soon!</p>
      <ul className="mt-6 grid grid-cols-2 gap-4 sm:grid-cols-4">
        {departments.map((department) => (
          <li className="border-2 border-dashed border-edge" key={department}>
            <svg aria-hidden="true" className="w-full bg-well text-edge" viewBox="0 0 100 110">
              <path
                d="M50 62a19 19 0 1 0-.1-38a19 19 0 0 0 .1 38zM14 110q2-38 36-38t36 38z"
                fill="currentColor"
                opacity=".45"
              />
            </svg>
            <p className="px-3 py-3 font-display font-semibold">{department}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
