/** Who may be calling (requirements §6). A caller has exactly one kind; a request proves it anew each time. */
export const callerKinds = ['nobody', 'student', 'referer', 'admin'] as const

export type CallerKind = (typeof callerKinds)[number]
