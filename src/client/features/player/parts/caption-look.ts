/** How large captions are drawn; each has its class in the style sheet. */
export const CAPTION_SIZES = ['small', 'medium', 'large', 'huge'] as const
/** What they are drawn on: see-through black, black, or black with yellow letters. */
export const CAPTION_CONTRASTS = ['standard', 'strong', 'yellow'] as const

export type CaptionSize = (typeof CAPTION_SIZES)[number]
export type CaptionContrast = (typeof CAPTION_CONTRASTS)[number]

export const CAPTION_SIZE_NAMES: Readonly<Record<CaptionSize, string>> = {
  small: 'Small',
  medium: 'Medium',
  large: 'Large',
  huge: 'Very large',
}

export const CAPTION_CONTRAST_NAMES: Readonly<Record<CaptionContrast, string>> = {
  standard: 'White on see-through black',
  strong: 'White on black',
  yellow: 'Yellow on black',
}
