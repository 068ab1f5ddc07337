import { useMediaQuery } from '#client/lib/use-media-query.ts'

/** As narrow as a phone held upright, or as low as one held across. */
const PHONE = '(width < 44rem), (pointer: coarse) and (height < 30rem)'

/** Phones get the browser's own controls, which suit a thumb (requirements §2). */
export function useIsPhone(): boolean {
  return useMediaQuery(PHONE)
}
