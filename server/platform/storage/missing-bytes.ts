/** The bytes of a key are not there. */
export class MissingBytes extends Error {
  override name = 'MissingBytes';
}
