import { Component, type ReactNode } from 'react'
import { isOffline } from '#client/lib/connection.ts'
import { errorReference } from '#client/lib/error-text.ts'
import { sendError } from '#client/lib/send-error.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Page } from '#client/ui/layout.tsx'
import { networkMessages } from '#shared/messages/site.ts'

type Props = {
  children: ReactNode
  /** Changes with every visit: each is another try. */
  resetKey?: string
  /** Before what failed is shown again. */
  onReset?: () => void
  /** Says it elsewhere: nothing stands in the place of what failed. */
  onFailed?: () => void
}

type State = { hasFailed: boolean; reference: string | null }

/** A screen that fails says so in its own place; header and footer stay. React asks for a class here. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false, reference: null }

  static getDerivedStateFromError(error: unknown): State {
    return { hasFailed: true, reference: errorReference(error) }
  }

  override componentDidCatch(error: unknown) {
    sendError(error)
    this.props.onFailed?.()
  }

  override componentDidMount() {
    window.addEventListener('online', this.retry)
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.retry)
  }

  override componentDidUpdate(previous: Props) {
    if (previous.resetKey !== this.props.resetKey) this.retry()
  }

  private retry = () => {
    if (!this.state.hasFailed) return
    this.props.onReset?.()
    this.setState({ hasFailed: false, reference: null })
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children
    if (this.props.onFailed) return null
    return (
      <Page>
        <Note
          tone="bad"
          title={isOffline() ? networkMessages.offline : networkMessages.failed}
          actions={<Button onClick={() => location.reload()}>Load the page again</Button>}
        >
          {this.state.reference && `Reference: ${this.state.reference}`}
        </Note>
      </Page>
    )
  }
}
