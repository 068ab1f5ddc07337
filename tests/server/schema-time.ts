/** When everything in the right rows happens. */
export const AT = '2026-11-21T10:00:00Z'
