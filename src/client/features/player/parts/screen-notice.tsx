import type { ReactNode } from 'react'

type ScreenNoticeProps = { title: string; children?: ReactNode; actions?: ReactNode }

/** Words in the place of the picture. */
export function ScreenNotice({ title, children, actions }: ScreenNoticeProps) {
  return (
    <div className="screen-notice screen-notice-solid" role="alert">
      <h3>{title}</h3>
      {children && <p className="screen-notice-text">{children}</p>}
      {actions && <div className="row screen-notice-actions">{actions}</div>}
    </div>
  )
}
