/** Vision and Mission, side by side on the asphalt. */
export function PurposeSection() {
  return (
    <section aria-label="Vision and mission" className="mt-24 bg-asphalt text-chalk">
      <div className="wrap grid gap-x-16 gap-y-12 py-16 lg:grid-cols-[5fr_7fr]">
        <div className="border-t-3 border-lane pt-5">
          <h2 className="display text-2xl">Vision</h2>
          <p className="mt-4 text-lg">
            To be the carrier a dealer calls first, because the last load came off the truck the way
            it went on.
          </p>
        </div>
        <div className="border-t-3 border-lane pt-5">
          <h2 className="display text-2xl">Mission</h2>
          <p className="measure mt-4 text-lg">
            Move every vehicle on time and without damage, keep our drivers safe and home when we
            said they would be, and tell customers the truth about where their cars are.
          </p>
        </div>
      </div>
    </section>
  );
}
