import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router'
import { App } from '#client/app/app.tsx'
import { clearToasts } from '#client/lib/toast.ts'
import type { PageData } from '#client/site/page-data.ts'
import { makePageData } from './page-data-fixture.ts'

/** The whole shop at an address, as a browser has it after taking the page over. */
export function renderShop({ at = '/', data = {} }: { at?: string; data?: Partial<PageData> } = {}) {
  clearToasts()
  let address = at
  function Address() {
    const { pathname, search, hash } = useLocation()
    address = `${pathname}${search}${hash}`
    return null
  }
  const view = render(
    <MemoryRouter initialEntries={[at]}>
      <App data={makePageData(data)}>
        <Address />
      </App>
    </MemoryRouter>,
  )
  return { ...view, user: userEvent.setup(), address: () => address }
}
