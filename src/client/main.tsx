import { StrictMode, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './app/app.tsx'
import { readPageData } from './app/page-data-context.tsx'
import { findRoute } from './app/routes.tsx'

/** Takes the page over, or fills an empty one; done when the screen answers to clicks. */
export function start(root: HTMLElement): Promise<void> {
  // Its code comes at the same time as the rest is made ready.
  void findRoute(location.pathname)?.route.load()
  return new Promise((tell) => {
    const app = (
      <StrictMode>
        <BrowserRouter>
          <App data={readPageData()}>
            <Ready tell={tell} />
          </App>
        </BrowserRouter>
      </StrictMode>
    )
    if (root.hasChildNodes()) hydrateRoot(root, app)
    else createRoot(root).render(app)
  })
}

function Ready({ tell }: { tell: () => void }) {
  useEffect(tell, [tell])
  return null
}
