import { useQuery } from '@tanstack/react-query'
import { type Chapter, parseChapters } from './chapters.ts'

const NONE: readonly Chapter[] = []

/** The chapters of a film, from the file beside it; none where there is no file, or it cannot be read. */
export function useChapters(url: string | null): { chapters: readonly Chapter[]; isPending: boolean } {
  const file = useQuery({
    queryKey: ['chapters', url],
    enabled: url !== null,
    queryFn: async () => {
      const answer = await fetch(url ?? '')
      return answer.ok ? parseChapters(await answer.text()) : NONE
    },
  })
  return { chapters: file.data ?? NONE, isPending: url !== null && file.isPending }
}
