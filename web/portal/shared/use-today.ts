import { useEffect, useState } from 'react';

/** Today's date by `read`, updated after midnight. */
export function useToday(read: () => string): string {
  const [day, setDay] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setDay(read()), 60_000);
    return () => clearInterval(timer);
  }, [read]);
  return day;
}
