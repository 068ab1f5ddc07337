import { NotFound } from '#client/site/not-found.tsx'

export function NotFoundScreen() {
  return <NotFound />
}
