import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RequireStudent } from '#client/site/guards.tsx'
import { type Session, SessionContext } from '#client/site/session/use-session.ts'

const rest = { signIn: () => undefined, signOut: () => Promise.resolve() }
const LOADING: Session = { status: 'loading', user: null, ...rest }
const SIGNED_IN: Session = {
  status: 'signed-in',
  user: { id: 'sam', username: 'Sam', email: 'sam@example.com' },
  ...rest,
}
/** Each row takes longer than the slice that React gives to its work before it lets others come in between. */
const ROW_MS = 8
const ROWS = Array.from({ length: 20 }, (_, row) => row)

// Within `act` React does everything at once.
beforeEach(() => vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false))
afterEach(() => vi.unstubAllGlobals())

it('a student’s screen lets presses in between while it is made', async () => {
  const press = vi.fn()
  let pressesBeforeLast = 0

  function Row({ row }: { row: number }) {
    if (row === 0) setTimeout(press)
    for (const began = performance.now(); performance.now() - began < ROW_MS; );
    pressesBeforeLast = press.mock.calls.length
    return <li>{row}</li>
  }

  const page = document.createElement('div')
  const root = createRoot(page)
  const show = (session: Session) =>
    root.render(
      <SessionContext value={session}>
        <RequireStudent signInPath="/login" pending="Boxes">
          {() => ROWS.map((row) => <Row key={row} row={row} />)}
        </RequireStudent>
      </SessionContext>,
    )
  show(LOADING)
  await vi.waitFor(() => expect(page).toHaveTextContent('Boxes'))
  show(SIGNED_IN)
  await vi.waitFor(() => expect(page.querySelectorAll('li')).toHaveLength(ROWS.length))
  root.unmount()
  expect(pressesBeforeLast).toBe(1)
})
