import { useQuery } from '@tanstack/react-query'

/** A text file beside a video, read once; nothing where there is no file, or it cannot be read. */
export function useVttFile<T>(
  url: string | null,
  { name, parse }: { name: string; parse: (vtt: string) => readonly T[] },
): { items: readonly T[]; isPending: boolean } {
  const file = useQuery({
    queryKey: [name, url],
    enabled: url !== null,
    queryFn: async () => {
      const answer = await fetch(url ?? '')
      return answer.ok ? parse(await answer.text()) : []
    },
  })
  return { items: file.data ?? [], isPending: url !== null && file.isPending }
}
