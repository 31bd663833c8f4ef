const values = [
  {
    title: 'The truck is the promise',
    text: 'Straps, ramps and paint are looked over before every load. A truck that is not right stays in the yard.',
  },
  {
    title: 'Say it as it is',
    text: 'If a load is late, you hear it from us, with a new time and the reason.',
  },
  {
    title: 'Everyone gets home',
    text: 'No delivery is worth a tired driver. Safety can stop any load at any hour.',
  },
];

/** The mission, and the three habits it rests on. */
export function Values() {
  return (
    <>
      <p className="border-t-3 border-ink pt-6 font-display text-xl leading-snug font-semibold">
        Our mission is to move every vehicle on time and without damage, and to treat the people who
        load it, drive it and wait for it the way we would want to be treated.
      </p>
      <dl className="mt-10 grid gap-x-8 gap-y-8 sm:grid-cols-2">
        {values.map(({ title, text }) => (
          <div className="border-l-4 border-lane pl-5 first:sm:col-span-full" key={title}>
            <dt className="font-display text-lg font-bold">{title}</dt>
            <dd className="measure mt-1">{text}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
