/** Heavy suites run small in `npm test` and whole where TEST_SIZE is "full". */
export function size(small: number, full: number): number {
  return process.env.TEST_SIZE === 'full' ? full : small
}
