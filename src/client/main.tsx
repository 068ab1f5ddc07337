import { StrictMode, startTransition, useEffect, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { findRoute, notFound } from './app/routes.tsx'
import { hearHistoryFirst } from './lib/history-moves.ts'
import { keepTyped } from './lib/keep-typed.ts'
import { keepPressesApart } from './lib/lone-press.ts'
import { watchErrors } from './lib/send-error.ts'
import { readPageData } from './site/page-data-context.tsx'
import './app/later.css'
// Most screens have one: it weighs least among what all of them need.
import './ui/dialog.tsx'

watchErrors()

/** Takes the page over, or fills an empty one; done when the screen answers to clicks. Fails, and can be tried again, when the screen does not arrive. */
export async function start(root: HTMLElement): Promise<void> {
  const screen = findRoute(location.pathname)?.route ?? notFound
  await screen.load()
  hearHistoryFirst()
  keepPressesApart(document)
  return new Promise((tell) => {
    const restore = keepTyped(root)
    const app = (
      <StrictMode>
        <BrowserRouter>
          <App data={readPageData()}>
            <Ready restore={restore} tell={tell} />
          </App>
        </BrowserRouter>
      </StrictMode>
    )
    // In slices, between which a press is heard: as one task it is the longest of a page.
    startTransition(() => {
      if (root.hasChildNodes()) hydrateRoot(root, app)
      else createRoot(root).render(app)
    })
  })
}

/** What was typed is back in the same breath in which forms are emptied: no letter comes between. */
function Ready({ restore, tell }: { restore: () => void; tell: () => void }) {
  useLayoutEffect(restore, [restore])
  useEffect(tell, [tell])
  return null
}
