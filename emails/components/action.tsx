import { Button } from 'react-email'
import { colour } from './theme.ts'

export const buttonStyle = {
  background: colour.track,
  color: colour.onTrack,
  fontSize: 16,
  fontWeight: 700,
  paddingTop: 15,
  paddingRight: 24,
  paddingBottom: 15,
  paddingLeft: 24,
  borderRadius: 3,
} as const

/** The one thing to do next, as a button; the text part shows label and address. */
export function Action({ href, label }: { href: string; label: string }) {
  return (
    <p style={{ margin: '22px 0' }}>
      <Button href={href} className="go" style={buttonStyle}>
        {label}
      </Button>
    </p>
  )
}
