import { useEffect, useState } from 'react';

/** The day it is, followed over midnight while the page stays open. */
export function useToday(read: () => string): string {
  const [day, setDay] = useState(read);
  useEffect(() => {
    const timer = setInterval(() => setDay(read()), 60_000);
    return () => clearInterval(timer);
  }, [read]);
  return day;
}
