/** The text face, to be preloaded by every page; the figures are small enough to arrive with the style sheet. */
export const FONT_PRELOAD = '/fonts/cabin-text.woff2'
