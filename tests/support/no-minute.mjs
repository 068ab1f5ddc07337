/** Loaded before a program: what it repeats once a minute does not come in the time of a test. */
const repeat = globalThis.setInterval
const MINUTE_MS = 60_000
globalThis.setInterval = (run, ms, ...given) => repeat(run, ms === MINUTE_MS ? 2 ** 31 - 1 : ms, ...given)
