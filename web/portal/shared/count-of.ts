/** '1 inquiry', '3 of 40 inquiries'. */
export function countOf(shown: number, all: number, one: string, many: string): string {
  return `${shown === all ? all : `${shown} of ${all}`} ${all === 1 ? one : many}`;
}
