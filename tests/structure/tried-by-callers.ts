/** Use cases and steps without a test file of their own: what they do is tried through the tests of their callers. */
export const TRIED_BY_CALLERS: readonly string[] = []
