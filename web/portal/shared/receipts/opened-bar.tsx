interface OpenedBarProps {
  opened: number;
  assigned: number;
}

/** How many assignees opened a document, as text and as a bar. */
export function OpenedBar({ opened, assigned }: OpenedBarProps) {
  const part = assigned === 0 ? 0 : (opened / assigned) * 100;
  return (
    <div className="w-32 sm:w-36">
      <p className="text-sm tabular-nums">
        opened {opened} of {assigned}
      </p>
      <div aria-hidden="true" className="mt-1 h-1.5 bg-well print:hidden">
        <div
          className={`h-full ${opened === assigned ? 'bg-success' : 'bg-rust'}`}
          style={{ width: `${part}%` }}
        />
      </div>
    </div>
  );
}
