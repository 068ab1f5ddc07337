/** Where the product gets its time from: injected everywhere, so that one clock rules the whole shop. */
export type Clock = { now(): Date }

/** The machine's clock: the only place that reads the current time. */
export const systemClock: Clock = { now: () => new Date() }
