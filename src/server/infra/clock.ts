/** Where the product gets its time from: injected everywhere, so that one clock rules the whole shop. */
export type Clock = { now(): Date }

/** The machine's clock: the only place that asks for the present moment. */
export const systemClock: Clock = { now: () => new Date() }
